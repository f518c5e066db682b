import clsx from 'clsx';
import { btcGroups, thousands } from './digit-groups';

interface Props {
  /** Whole satoshis. */
  readonly sats: number;
  /** Leave the unit out where a table's head names it. */
  readonly unit?: boolean;
  readonly className?: string | undefined;
}

/** "125 000 sat": the gaps are drawn, not written, so that a copy is "125000 sat". */
export function Amount({ sats, unit = true, className }: Props) {
  return (
    <data className={clsx('amount', className)} value={sats}>
      {thousands(sats).map((digits, place) =>
        place === 0 ? (
          <span key="first">{digits}</span>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a group is its place
          <span key={place} className="digits">
            {digits}
          </span>
        ),
      )}
      {unit && <span className="amount-unit"> sat</span>}
    </data>
  );
}

/** "0.00 125 000 BTC" with its leading zeros muted; a copy is "0.00125000 BTC". */
export function BtcAmount({ sats, unit = true, className }: Props) {
  return (
    <span className={clsx('btc', className)}>
      {btcGroups(sats).map(({ leading, digits }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a group is its place
        <span key={place} className={place === 0 ? undefined : 'digits'}>
          {leading && <span className="btc-leading">{leading}</span>}
          {digits}
        </span>
      ))}
      {unit && ' BTC'}
    </span>
  );
}

/** Any whole number in the same hand, such as a block height. */
export function Grouped({ value, className }: { value: number; className?: string | undefined }) {
  return <Amount sats={value} unit={false} className={className} />;
}
