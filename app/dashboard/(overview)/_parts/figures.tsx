import { Amount } from '@/app/_ui/amount';
import { Figure } from '@/app/_ui/facts';
import type { OverviewAnswer } from '@/lib/http/answers/overview';

/** Totals of the range, of today, and of what awaits confirmation. */
export function Figures({ overview: { days, awaiting } }: { overview: OverviewAnswer }) {
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

function paymentsText(count: number): string {
  return count === 1 ? '1 payment' : `${count} payments`;
}
