import { count, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { payment } from '@/db/schema/payments';
import { payAddress } from '@/lib/chain/sources/sandbox/pay-address';
import { createSandboxSource } from '@/lib/chain/sources/sandbox/source';
import { randomBase62 } from '@/lib/domain/ids';
import { toSats } from '@/lib/domain/sats';
import { createLink, type NewLink } from '@/lib/links/create-link';
import { getLink } from '@/lib/links/get-link';
import type { LinkView } from '@/lib/links/link-view';
import { type LinkSubmission, payLink } from '@/lib/links/pay-link';
import type { PaymentRow } from '@/lib/payments/payment-row';
import { fixedRates } from './fixed-rates';
import { openTestMerchant, type TestMerchant } from './test-merchant';

export interface LinkMerchant extends TestMerchant {
  link(request?: Partial<NewLink>): Promise<LinkView>;
  /**
   * Clicks on a link, by default in a new browser.
   *
   * @param db the database connection of another process
   */
  click(linkId: string, click?: Partial<LinkSubmission>, db?: Db): Promise<PaymentRow>;
  view(linkId: string): Promise<LinkView>;
  payInFull(row: PaymentRow): Promise<void>;
  paymentsOf(linkId: string): Promise<number>;
}

export const PLAIN_LINK: NewLink = {
  title: 'A cup of tea',
  amount: { kind: 'sats', sats: toSats(100_000) },
  maxPayments: null,
  payerNote: null,
  customerFields: null,
  expiresAt: null,
  terms: {
    tolerancePpm: 0,
    requiredConfirmations: 1,
    expiresInSeconds: 3_600,
    webhookUrl: null,
    reference: null,
    metadata: null,
    locale: null,
    returnUrl: null,
    returnAutomatically: false,
  },
};

/** An empty form on a page in a language with a decimal point. */
export const EMPTY_FORM = {
  amount: '',
  decimalMark: '.',
  note: '',
  name: '',
  email: '',
  proof: '',
} as const;

export async function openLinkMerchant(): Promise<LinkMerchant> {
  const merchant = await openTestMerchant((base, clock) => createSandboxSource(base.db, clock));
  await merchant.sync();
  const { base, key, now } = merchant;
  const rates = fixedRates(base.db);
  const policy = { allowPrivate: true };
  const deps = {
    db: base.db,
    sources: new Map([['regtest' as const, merchant.source]]),
    newPayments: merchant.newPayments,
    rates,
    policy,
    gapLimit: 20,
    ofClient: undefined,
    takeProof: () => true,
    countClick: async () => {},
  };
  return {
    ...merchant,
    link: (request = {}) =>
      createLink(
        { db: base.db, rates, policy },
        key.actor,
        key.id,
        { ...PLAIN_LINK, ...request },
        now(),
      ),
    click: (linkId, click = {}, db = base.db) => {
      const other = { ...EMPTY_FORM, token: randomBase62(22), ownCheckoutId: undefined };
      return payLink({ ...deps, db }, linkId, { ...other, ...click }, now());
    },
    view: (linkId) => getLink(base.db, key.actor, linkId, now()),
    payInFull: async ({ address, amountSats }) => {
      await payAddress(base.db, { address, sats: amountSats }, now());
      await merchant.sync();
    },
    paymentsOf: async (linkId) => {
      const [row] = await base.db
        .select({ payments: count() })
        .from(payment)
        .where(eq(payment.paymentLinkId, linkId));
      return row?.payments ?? 0;
    },
  };
}
