import type { Tone } from './badge';

interface Props {
  /** Confirmations so far, which may exceed `required`. */
  readonly filled: number;
  readonly required: number;
  readonly tone: Tone | 'accent';
  readonly label?: string;
}

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
