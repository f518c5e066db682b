import clsx from 'clsx';
import type { ReactNode } from 'react';

interface Props {
  /** Says what is not there: "No payments yet." */
  readonly title: ReactNode;
  /** Why, or what would fill it. */
  readonly children?: ReactNode;
  /** The button that answers the title: "Create payment", "Clear filters". */
  readonly action?: ReactNode;
  readonly className?: string | undefined;
}

/** The place of a list that has nothing in it. */
export function Empty({ title, children, action, className }: Props) {
  return (
    <div
      className={clsx(
        'grid grid-cols-[minmax(0,1fr)] justify-items-start gap-3 border-rule-5 border-y bg-surface px-4 py-10 sm:px-6',
        className,
      )}
    >
      <p className="text-section">{title}</p>
      {children && (
        <div className="grid w-full max-w-reading grid-cols-[minmax(0,1fr)] gap-3 text-ink-2">
          {children}
        </div>
      )}
      {action}
    </div>
  );
}
