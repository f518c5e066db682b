import type { Tone } from './badge';

interface Props {
  /** Confirmations so far; more than `required` fill all bars. */
  readonly filled: number;
  readonly required: number;
  readonly tone: Tone | 'accent';
  /** What a bar stands for; by default a confirmation. */
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
