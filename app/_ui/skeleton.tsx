import clsx from 'clsx';

/** A placeholder while something loads. The region around it has `aria-busy`. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return (
    <span
      aria-hidden="true"
      className={clsx('block h-3.5 rounded-badge bg-rule motion-safe:animate-breathe', className)}
    />
  );
}
