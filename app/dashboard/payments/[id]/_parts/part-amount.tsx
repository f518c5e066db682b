import clsx from 'clsx';
import { Amount } from '@/app/_ui/amount';
import { MoneyText } from '@/app/_ui/money-text';
import { type PaymentAmounts, toAmountWithPrice } from '../../../_next-step/amount-with-price';

interface Props {
  readonly sats: number;
  /** The payment whose price determines the amount in currency. */
  readonly priced: PaymentAmounts;
  readonly className?: string | undefined;
}

/**
 * Shows a part of a payment's money in the currency of the payment's price, with the satoshis
 * below.
 */
export function PartAmount({ sats, priced, className }: Props) {
  const { price } = toAmountWithPrice(priced, sats);
  if (!price) return <Amount sats={sats} className={className} />;
  return (
    <span className={clsx('inline-grid', className)}>
      <MoneyText amount={price.amount} currency={price.currency} />
      <span className="text-ink-3 text-small">
        <Amount sats={sats} />
      </span>
    </span>
  );
}
