import type { ReactNode } from 'react';

interface Props {
  readonly title: ReactNode;
  /** Why the list is empty, or what to do. */
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

export function EmptyState({ title, children, action }: Props) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-3 border-rule-5 border-y bg-surface px-4 py-10 sm:px-6">
      <p className="text-section">{title}</p>
      {children && <div className="w-full max-w-reading space-y-3 text-ink-2">{children}</div>}
      {action}
    </div>
  );
}
