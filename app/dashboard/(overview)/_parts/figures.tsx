import type { ReactNode } from 'react';
import { Amount } from '@/app/_ui/amount';
import type { Overview } from '@/lib/payments/overview';

/** What came in and what is on its way. */
export function Figures({ overview: { days, awaiting } }: { overview: Overview }) {
  const today = days.at(-1);
  const sats = days.reduce((sum, day) => sum + day.sats, 0);
  const payments = days.reduce((sum, day) => sum + day.payments, 0);
  return (
    <dl className="flex flex-wrap gap-x-12 gap-y-4">
      <Figure name={`Confirmed, last ${days.length} days`} note={paymentsText(payments)}>
        <Amount sats={sats} />
      </Figure>
      <Figure name="Confirmed today" note={paymentsText(today?.payments ?? 0)}>
        <Amount sats={today?.sats ?? 0} />
      </Figure>
      <Figure name="Awaiting confirmation" note={paymentsText(awaiting.payments)}>
        <Amount sats={awaiting.sats} />
      </Figure>
    </dl>
  );
}

interface FigureProps {
  readonly name: string;
  readonly note: string;
  readonly children: ReactNode;
}

function Figure({ name, note, children }: FigureProps) {
  return (
    <div>
      <dt className="text-ink-3 text-small">{name}</dt>
      <dd>
        <span className="block font-bold text-figure">{children}</span>
        <span className="text-ink-2 text-small tabular-nums">{note}</span>
      </dd>
    </div>
  );
}

function paymentsText(count: number): string {
  return count === 1 ? '1 payment' : `${count} payments`;
}
