import { Amount } from '@/app/_ui/amount';
import { MoneyText } from '@/app/_ui/money-text';
import type { PaymentMoney } from '../../_next-step/payment-money';

/** Shows the amount in the currency of the payment's price, or else in satoshis. */
export function MoneyOf({ money: { sats, price } }: { readonly money: PaymentMoney }) {
  return price ? (
    <MoneyText amount={price.amount} currency={price.currency} />
  ) : (
    <Amount sats={sats} />
  );
}
