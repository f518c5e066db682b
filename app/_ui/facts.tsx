import type { ReactNode } from 'react';

export function FactList({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-[fit-content(50%)_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1.5">
      {children}
    </dl>
  );
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="wrap-anywhere text-ink-3">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}

interface FigureProps {
  readonly name: string;
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

export function StatItem({ name, note, children }: FigureProps) {
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-ink-3 text-small">{name}</dt>
      <dd className="whitespace-nowrap font-bold text-figure tabular-nums">{children}</dd>
      {note && <dd className="whitespace-nowrap text-ink-2 text-small tabular-nums">{note}</dd>}
    </div>
  );
}
