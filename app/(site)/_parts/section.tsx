import type { ReactNode } from 'react';

interface Props {
  readonly id?: string;
  readonly title: string;
  readonly lead?: string;
  readonly children: ReactNode;
}

/** A part of the landing page: its title at the side, what it says beside it. */
export function Section({ id, title, lead, children }: Props) {
  return (
    <section
      id={id}
      className="grid scroll-mt-6 gap-6 border-t py-12 lg:grid-cols-[20rem_1fr] lg:gap-16"
    >
      <div>
        <h2 className="text-title">{title}</h2>
        {lead && <p className="mt-3 max-w-[40ch] text-body text-ink-2">{lead}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}

/** Rows under one another, with the ledger's rules between them. */
export function Rows({ rows }: { readonly rows: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="border-rule-5 border-y">
      {rows.map(([term, text]) => (
        <div
          key={term}
          className="grid gap-1 border-t py-4 first:border-t-0 sm:grid-cols-[10rem_1fr] sm:gap-6"
        >
          <dt className="text-section">{term}</dt>
          <dd className="max-w-[60ch] text-body text-ink-2">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
