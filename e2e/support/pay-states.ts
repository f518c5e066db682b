import { eq } from 'drizzle-orm';
import { payment } from '@/db/schema/payments';
import type { PaymentResponse } from '@/lib/http/payments/payment-response';
import { expirePayments } from '@/lib/payments/expire-payments';
import { until } from '@/test/support/wait';
import type { BrowserMerchant } from './browser-merchant';

export const PAY_STATES = [
  'waiting',
  'priced',
  'underpaid',
  'seen',
  'overpaid',
  'confirmed',
  'expired',
  'late',
  'canceled',
] as const;
export type PayState = (typeof PAY_STATES)[number];

const EURO = { amount: '62.50', currency: 'EUR' };

export async function createInState(
  merchant: BrowserMerchant,
  state: PayState,
): Promise<PaymentResponse> {
  // With fewer confirmations, blocks for other payments would confirm these payments.
  const required_confirmations = state === 'confirmed' ? 1 : 6;
  const isPriced = state === 'priced' || state === 'confirmed';
  const price = isPriced ? { price: EURO, amount_sats: undefined } : {};
  const created = await merchant.create({ required_confirmations, ...price });
  await WAYS[state](merchant, created);
  return created;
}

type Way = (merchant: BrowserMerchant, created: PaymentResponse) => Promise<unknown>;

const WAYS: Record<PayState, Way> = {
  waiting: async () => {},
  priced: async () => {},
  underpaid: async (merchant, { id, address }) => {
    await merchant.pay(address, 90_000);
    return merchant.reaches(id, ({ flags }) => flags.includes('underpaid'));
  },
  seen: async (merchant, { id, address }) => {
    await merchant.pay(address, 125_000);
    await merchant.mine(1);
    return merchant.reaches(id, ({ confirmations }) => confirmations >= 1);
  },
  overpaid: async (merchant, { id, address }) => {
    await merchant.pay(address, 150_000);
    return merchant.reaches(id, ({ flags }) => flags.includes('overpaid'));
  },
  confirmed: async (merchant, { id, address }) => {
    await merchant.pay(address, 125_000);
    await merchant.mine(1);
    return merchant.reaches(id, ({ status }) => status === 'confirmed');
  },
  expired: async ({ base: { db }, expire }, { id }) => {
    await expire(id);
    await until('the payment has expired', async () => {
      // The server expires payments too, but only every half minute.
      await expirePayments(db, new Date());
      const [row] = await db.select().from(payment).where(eq(payment.id, id));
      return row?.status === 'expired';
    });
  },
  late: async (merchant, created) => {
    await WAYS.expired(merchant, created);
    await merchant.pay(created.address, 125_000);
    return merchant.reaches(created.id, ({ flags }) => flags.includes('late'));
  },
  canceled: (merchant, { id }) => merchant.cancel(id),
};
