import { type Currency, decimalsOf } from '@/lib/domain/currency';
import type { PaymentDetailResponse } from '@/lib/http/payments/payment-detail-response';
import type { PaymentAmounts } from '../../../_next-step/amount-with-price';

const SATS_PER_BITCOIN = 100_000_000;

/** For a payment requested in satoshis, sets its price from the rate at confirmation, if known. */
export function addConfirmationPrice({
  payment,
  confirmation_rates: rates,
}: PaymentDetailResponse): PaymentAmounts {
  const known = rates.find(({ rate }) => rate !== null);
  if (payment.price || !known?.rate) return payment;
  const { currency, rate, source, quoted_at } = known;
  const worth = (payment.amount_sats / SATS_PER_BITCOIN) * Number(rate);
  const amount = worth.toFixed(decimalsOf(currency as Currency));
  if (Number(amount) === 0) return payment;
  const price = { amount, currency, rate, source: source ?? '', quoted_at: quoted_at ?? '' };
  return { ...payment, price: { ...price, spread_ppm: 0 } };
}
