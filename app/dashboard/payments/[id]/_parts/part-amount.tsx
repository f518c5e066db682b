import clsx from 'clsx';
import { Amount } from '@/app/_ui/amount';
import { MoneyText } from '@/app/_ui/money-text';
import { type PricedAmount, partMoney } from '../../../_next-step/payment-money';

interface Props {
  readonly sats: number;
  /** The payment. Its price determines the amount in currency. */
  readonly priced: PricedAmount;
  readonly className?: string | undefined;
}

/** A part of a payment's money in the currency of its price, with the satoshis beneath. */
export function PartAmount({ sats, priced, className }: Props) {
  const { price } = partMoney(priced, sats);
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
