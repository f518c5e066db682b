import clsx from 'clsx';

/** The region around a skeleton must have `aria-busy`. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return (
    <span
      aria-hidden="true"
      className={clsx('block h-3.5 rounded-badge bg-rule motion-safe:animate-breathe', className)}
    />
  );
}
