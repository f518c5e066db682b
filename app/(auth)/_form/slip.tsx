import type { ReactNode } from 'react';

interface Props {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children?: ReactNode;
  /** Below a rule: the way to somewhere else. */
  readonly foot?: ReactNode;
}

/** A page of a few lines: one thing to do. */
export function Slip({ title, lead, children, foot }: Props) {
  return (
    <section className="overflow-hidden rounded-slip border bg-surface">
      <div className="grid gap-6 p-6 sm:p-8">
        <div className="grid gap-2">
          <h1 className="text-title">{title}</h1>
          {lead && <p className="text-body wrap-anywhere text-ink-2">{lead}</p>}
        </div>
        {children}
      </div>
      {foot && <div className="border-t bg-ledger px-6 py-4 text-ink-2 sm:px-8">{foot}</div>}
    </section>
  );
}
