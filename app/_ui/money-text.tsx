import clsx from 'clsx';
import { decimalsOf, isCurrency } from '@/lib/domain/currency';
import { cachedNumberFormat } from '@/lib/domain/intl-formats';
import { Amount } from './amount';

interface Props {
  /** A decimal number, as text. */
  readonly amount: string;
  readonly currency: string;
  /** Whether to show cents. A chart's axis, for example, needs only whole units. */
  readonly cents?: boolean;
  readonly className?: string | undefined;
}

/**
 * An amount such as "€19 659.38", with muted cents. The gaps are CSS, so the copied text is
 * "€19659.38".
 */
export function MoneyText({ amount, currency, cents = true, className }: Props) {
  if (currency === 'SATS') return <Amount sats={Number(amount)} className={className} />;
  const decimals = cents && isCurrency(currency) ? decimalsOf(currency) : 0;
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const parts = cachedNumberFormat('en', { style: 'currency', currency, ...digits }).formatToParts(
    // Intl formats a decimal text exactly, but its type declares only numbers.
    amount as unknown as number,
  );
  return (
    <data className={clsx('amount', className)} value={amount} translate="no">
      {parts.map(({ type, value }, place) =>
        type === 'group' ? null : (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: items never change order
            key={place}
            className={clsx(
              parts[place - 1]?.type === 'group' && 'digits',
              (type === 'decimal' || type === 'fraction') && 'amount-cents',
            )}
          >
            {value}
          </span>
        ),
      )}
    </data>
  );
}
