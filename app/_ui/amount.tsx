import clsx from 'clsx';
import { digitGroups, groupsOfThree } from '@/lib/domain/format-sats';

interface Props {
  /** Whole satoshis. */
  readonly sats: number;
  /** Whether to show the unit, which a column heading may show instead. */
  readonly unit?: boolean;
  readonly className?: string | undefined;
}

/** An amount such as "125 000 sat". The gaps are CSS, so the copied text is "125000 sat". */
export function Amount({ sats, unit = true, className }: Props) {
  return (
    <data className={clsx('amount', className)} value={sats} translate="no">
      {digitGroups(sats).map((digits, place) =>
        place === 0 ? (
          <span key="first">{digits}</span>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: items never change order
          <span key={place} className="digits">
            {digits}
          </span>
        ),
      )}
      {unit && <span className="amount-unit"> sat</span>}
    </data>
  );
}

/**
 * An amount such as "0.00 125 000 BTC", with muted leading zeros. The copied text is "0.00125000
 * BTC".
 */
export function BtcAmount({ sats }: Pick<Props, 'sats'>) {
  return (
    <span className="btc" translate="no">
      {btcGroups(sats).map(({ leading, digits }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items never change order
        <span key={place} className={place === 0 ? undefined : 'digits'}>
          {leading && <span className="btc-leading">{leading}</span>}
          {digits}
        </span>
      ))}
      {' BTC'}
    </span>
  );
}

/** A whole number in digit groups, such as a block height. */
export function GroupedNumber({
  value,
  className,
}: {
  value: number;
  className?: string | undefined;
}) {
  return <Amount sats={value} unit={false} className={className} />;
}

interface BtcGroup {
  readonly leading: string;
  readonly digits: string;
}

/**
 * Formats satoshis as bitcoin with 8 decimals, in groups of three before the point and 2-3-3 after
 * it. 1000 sat become "0.00", "001" and "000". In each group, the leading zeros are separate.
 */
export function btcGroups(sats: number): BtcGroup[] {
  const digits = String(sats).padStart(9, '0');
  const whole = groupsOfThree(digits.slice(0, -8));
  const groups = [
    ...whole.slice(0, -1),
    `${whole.at(-1)}.${digits.slice(-8, -6)}`,
    digits.slice(-6, -3),
    digits.slice(-3),
  ];
  let leading = /^[0.]*/.exec(groups.join(''))?.[0].length ?? 0;
  return groups.map((group) => {
    const cut = Math.min(leading, group.length);
    leading -= cut;
    return { leading: group.slice(0, cut), digits: group.slice(cut) };
  });
}
