import { Amount } from '@/app/_ui/amount';
import { MoneyText } from '@/app/_ui/money-text';
import type { AmountWithPrice } from '../../_next-step/amount-with-price';

/** Shows the amount in the currency of the payment's price, or else in satoshis. */
export function AmountInPriceCurrency({
  money: { sats, price },
}: {
  readonly money: AmountWithPrice;
}) {
  return price ? (
    <MoneyText amount={price.amount} currency={price.currency} />
  ) : (
    <Amount sats={sats} />
  );
}
