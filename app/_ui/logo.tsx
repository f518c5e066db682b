import clsx from 'clsx';
import { Tally } from './tally';

/** The mark: a tally, four of six. */
export function Mark() {
  return (
    <span aria-hidden="true" className="inline-flex">
      <Tally filled={4} required={6} tone="accent" />
    </span>
  );
}

/** The mark with the product's name. */
export function Logo({ name = 'Blocktally', className }: { name?: string; className?: string }) {
  return (
    <span className={clsx('inline-flex items-center gap-2.5 font-bold text-section', className)}>
      <Mark />
      <span className="truncate">{name}</span>
    </span>
  );
}
