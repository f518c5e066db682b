import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { merchant } from '@/db/schema/accounts';
import { type Currency, isCurrency } from '@/lib/domain/currency';
import { Problem } from '@/lib/domain/problems';
import { rateText } from '@/lib/domain/rate';
import type { Api } from '@/lib/http/api';
import type { StoreActor } from './authenticate-store';
import { repeatableParameter } from './read-query';
import { defineGreenfieldRoute } from './route';
import { STORE_DEFAULTS } from './speed-policy';
import { ON_CHAIN_METHOD } from './to-greenfield-invoice';

const stores = defineGreenfieldRoute({
  method: 'GET',
  path: '/api/v1/stores',
  access: 'btcpay.store.canviewstoresettings',
  handle: async ({ api, store }) => [await storeAnswer(api, store)],
});

const store = defineGreenfieldRoute({
  method: 'GET',
  path: '/api/v1/stores/{storeId}',
  access: 'btcpay.store.canviewstoresettings',
  handle: ({ api, store }) => storeAnswer(api, store),
});

const paymentMethods = defineGreenfieldRoute({
  method: 'GET',
  path: '/api/v1/stores/{storeId}/payment-methods',
  access: 'btcpay.store.canviewstoresettings',
  async handle({ store }) {
    // Shopware's plugin can read only the object that BTCPay 1 returned. All other plugins read the
    // array of BTCPay 2.
    if (/shopware/i.test(store.label)) return { BTC: { enabled: true } };
    return [{ paymentMethodId: ON_CHAIN_METHOD, enabled: true, config: null }];
  },
});

// BTCPay 2 no longer has these two routes, but PrestaShop's plugin offers bitcoin only if both
// respond.
const onChain = defineGreenfieldRoute({
  method: 'GET',
  path: '/api/v1/stores/{storeId}/payment-methods/OnChain',
  access: 'btcpay.store.canviewstoresettings',
  handle: async () => [{ cryptoCode: 'BTC', enabled: true }],
});

const lightning = defineGreenfieldRoute({
  method: 'GET',
  path: '/api/v1/stores/{storeId}/payment-methods/LightningNetwork',
  access: 'btcpay.store.canviewstoresettings',
  handle: async () => [],
});

const rates = defineGreenfieldRoute({
  method: 'GET',
  path: '/api/v1/stores/{storeId}/rates',
  access: 'btcpay.store.canviewstoresettings',
  query: z.looseObject({ currencyPair: repeatableParameter }),
  async handle({ api, store, query, now }) {
    const { currencyPair: currencyPairs } = query;
    const pairs =
      currencyPairs.length > 0 ? currencyPairs : [`BTC_${await readStoreCurrency(api, store)}`];
    return Promise.all(pairs.map((pair) => rateAnswer(api, store, pair, now)));
  },
});

export const storeRoutes = [stores, store, paymentMethods, onChain, lightning, rates] as const;

/** Returns the merchant's display currency, for invoices that are requested without a currency. */
export async function readStoreCurrency(
  { db }: Api,
  { merchantId }: StoreActor,
): Promise<Currency> {
  const [found] = await db
    .select({ currency: merchant.displayCurrency })
    .from(merchant)
    .where(eq(merchant.id, merchantId));
  return found?.currency ?? ('BTC' as Currency);
}

async function storeAnswer(api: Api, store: StoreActor) {
  const { speedPolicy, expirationMinutes, monitoringMinutes, paymentTolerance } = STORE_DEFAULTS;
  return {
    id: store.apiKeyId,
    name: store.name,
    website: null,
    supportUrl: null,
    archived: false,
    defaultCurrency: await readStoreCurrency(api, store),
    defaultPaymentMethod: ON_CHAIN_METHOD,
    speedPolicy,
    invoiceExpiration: expirationMinutes * 60,
    monitoringExpiration: monitoringMinutes * 60,
    paymentTolerance,
    networkFeeMode: 'Never',
    anyoneCanCreateInvoice: false,
    lazyPaymentMethods: false,
    redirectAutomatically: false,
    payJoinEnabled: false,
    defaultLang: 'en',
    receipt: { enabled: false, showQR: null, showPayments: null },
  };
}

/** Returns an error as a value, because one unknown pair must not fail the others. */
async function rateAnswer(api: Api, store: StoreActor, currencyPair: string, now: Date) {
  const refused = (error: string) => ({ currencyPair, errors: [error], rate: null });
  const [, code = ''] = /^BTC[_/-]?([A-Z]{3,4})$/i.exec(currencyPair) ?? [];
  const currency = code.toUpperCase();
  if (!isCurrency(currency)) return refused('Only rates of bitcoin are known, such as BTC_EUR.');
  try {
    const { rate } = await api.rates.rate(currency, store.network, now, 'currencyPair');
    return { currencyPair, errors: [], rate: rateText(rate) };
  } catch (error) {
    if (error instanceof Problem) return refused(`There is no rate for ${currency} now.`);
    throw error;
  }
}
