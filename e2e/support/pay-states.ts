import type { PaymentAnswer } from '@/lib/http/answers/payment';
import type { BrowserMerchant } from './browser-merchant';

export const PAY_STATES = [
  'waiting',
  'underpaid',
  'seen',
  'overpaid',
  'confirmed',
  'expired',
  'late',
  'canceled',
] as const;
export type PayState = (typeof PAY_STATES)[number];

/** Creates a payment and brings it to a state by real payments and blocks. */
export async function payIn(shop: BrowserMerchant, state: PayState): Promise<PaymentAnswer> {
  // Six confirmations, so that blocks mined for other payments do not confirm it.
  const required_confirmations = state === 'confirmed' ? 1 : 6;
  const created = await shop.create({ required_confirmations });
  await WAYS[state](shop, created);
  return created;
}

type Way = (shop: BrowserMerchant, created: PaymentAnswer) => Promise<unknown>;

const WAYS: Record<PayState, Way> = {
  waiting: async () => {},
  underpaid: async (shop, { id, address }) => {
    await shop.pay(address, 90_000);
    return shop.reaches(id, ({ flags }) => flags.includes('underpaid'));
  },
  seen: async (shop, { id, address }) => {
    await shop.pay(address, 125_000);
    await shop.mine(1);
    return shop.reaches(id, ({ confirmations }) => confirmations >= 1);
  },
  overpaid: async (shop, { id, address }) => {
    await shop.pay(address, 150_000);
    return shop.reaches(id, ({ flags }) => flags.includes('overpaid'));
  },
  confirmed: async (shop, { id, address }) => {
    await shop.pay(address, 125_000);
    await shop.mine(1);
    return shop.reaches(id, ({ status }) => status === 'confirmed');
  },
  expired: async (shop, { id }) => {
    await shop.runOut(id);
    return shop.reaches(id, ({ status }) => status === 'expired');
  },
  late: async (shop, created) => {
    await WAYS.expired(shop, created);
    await shop.pay(created.address, 125_000);
    return shop.reaches(created.id, ({ flags }) => flags.includes('late'));
  },
  canceled: (shop, { id }) => shop.cancel(id),
};
