import { Grouped } from '@/app/_ui/amount';
import type { View } from './view';

/**
 * A block for each required confirmation after the one before them, with the number of the newest.
 * A block that gives a confirmation is filled.
 */
export function Blocks({ view: { payment, state, wording } }: { view: View }) {
  const { requiredConfirmations: required, firstBlock } = payment;
  const filled = Math.min(payment.confirmations, required);
  const places = Array.from({ length: required + 1 }, (_, place) => place);
  return (
    <div className="blocks">
      <span
        role="img"
        aria-label={wording.depth(payment)}
        className={`tally tone-${state === 'confirmed' ? 'confirmed' : 'detected'}`}
      >
        {places.map((place) => (
          <span key={place} className={classOf(place, filled)} />
        ))}
      </span>
      <span aria-hidden="true" className="blocks-numbers">
        {places.map((place) => (
          <span key={place}>
            {place === filled && firstBlock !== null && <Grouped value={firstBlock - 1 + filled} />}
          </span>
        ))}
      </span>
    </div>
  );
}

function classOf(place: number, filled: number): string | undefined {
  if (place === 0) return 'is-before';
  return place <= filled ? 'is-filled' : undefined;
}
