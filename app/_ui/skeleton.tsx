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

/** Placeholder rows of a table. */
export function SkeletonRows({ rows = 10, columns }: { rows?: number; columns: number }) {
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: items never change order
    <tr key={row}>
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items never change order
        <td key={column} data-phone={PHONE_PLACES[column] ?? 'hidden'}>
          <Skeleton className={column % 3 === 0 ? 'w-24' : 'w-16'} />
        </td>
      ))}
    </tr>
  ));
}

const PHONE_PLACES = ['first-start', 'first-end', 'second-start', 'second-end'];
