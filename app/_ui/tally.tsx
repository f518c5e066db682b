import clsx from 'clsx';
import type { Tone } from './badge';

interface Props {
  /** Bars that are filled: confirmations so far. More than `required` fills them all. */
  readonly filled: number;
  /** Bars: confirmations required. */
  readonly required: number;
  readonly size?: 'small' | 'large';
  readonly tone?: Tone | 'accent';
  /** What it says in words; in English unless told. */
  readonly label?: string;
}

/**
 * One upright bar per required confirmation, filled as blocks arrive. Rendered again with one
 * more, the new bar fills from the bottom.
 */
export function Tally({ filled, required, size = 'small', tone, label }: Props) {
  const shown = Math.min(filled, required);
  return (
    <span
      role="img"
      aria-label={label ?? `${shown} of ${required} confirmations`}
      className={clsx('tally', size === 'large' && 'tally-large', tone && `tone-${tone}`)}
    >
      {Array.from({ length: required }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
        <span key={place} className={place < shown ? 'is-filled' : undefined} />
      ))}
    </span>
  );
}
