import { Tally } from './tally';

/** The mark of the logo: a tally in which four of six bars are filled. */
export function Mark() {
  return (
    <span aria-hidden="true" className="inline-flex">
      <Tally filled={4} required={6} tone="accent" />
    </span>
  );
}

/** The mark with the product's name. */
export function Logo() {
  return (
    <span className="inline-flex items-center gap-2.5 font-bold text-section">
      <Mark />
      <span className="truncate">Blocktally</span>
    </span>
  );
}
