import type { PaymentResponse } from '@/lib/http/payments/payment-response';
import { expirePayments } from '@/lib/payments/expire-payments';
import type { BrowserMerchant } from './browser-merchant';

type Merchant = BrowserMerchant;

const EURO = { amount: '108.90', currency: 'EUR' };

export function createForOneConfirmation(merchant: Merchant): Promise<PaymentResponse> {
  return merchant.create({ required_confirmations: 1, amount_sats: undefined, price: EURO });
}

export async function expirePayment(merchant: Merchant, id: string): Promise<void> {
  await merchant.expire(id);
  await merchant.reaches(id, ({ status }) => {
    // The server expires payments too, but only every half minute.
    void expirePayments(merchant.base.db, new Date());
    return status === 'expired';
  });
}

export async function createConfirmedLate(merchant: Merchant): Promise<PaymentResponse> {
  const made = await createForOneConfirmation(merchant);
  await expirePayment(merchant, made.id);
  await merchant.pay(made.address, made.amount_sats);
  await merchant.reaches(made.id, ({ flags }) => flags.includes('late'));
  await merchant.mine(1);
  return merchant.reaches(made.id, ({ status }) => status === 'confirmed');
}

/** Returns an expired payment. 70 % of its amount was received and confirmed. */
export async function createExpiredUnderpaid(merchant: Merchant): Promise<PaymentResponse> {
  const made = await createForOneConfirmation(merchant);
  await merchant.pay(made.address, Math.floor(made.amount_sats * 0.7));
  await merchant.reaches(made.id, ({ flags }) => flags.includes('underpaid'));
  await merchant.mine(1);
  await expirePayment(merchant, made.id);
  return merchant.reaches(made.id, ({ status }) => status === 'expired');
}
