import type { Tone } from './badge';

interface Props {
  /** The number of confirmations so far. If it exceeds `required`, all bars are filled. */
  readonly filled: number;
  readonly required: number;
  readonly tone: Tone | 'accent';
  /** What the bars count; by default confirmations. */
  readonly label?: string;
}

/** One bar per required confirmation. A new confirmation fills its bar from the bottom. */
export function Tally({ filled, required, tone, label = 'confirmations' }: Props) {
  const shown = Math.min(filled, required);
  return (
    <span
      role="img"
      aria-label={`${shown} of ${required} ${label}`}
      className={`tally tone-${tone}`}
    >
      {Array.from({ length: required }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items never change order
        <span key={place} className={place < shown ? 'is-filled' : undefined} />
      ))}
    </span>
  );
}
