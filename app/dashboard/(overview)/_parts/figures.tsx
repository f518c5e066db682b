import { Amount } from '@/app/_ui/amount';
import { Figure } from '@/app/_ui/facts';
import { money } from '@/app/_ui/money';
import type { OverviewAnswer } from '@/lib/http/answers/overview';

/** Totals of the range, of today, and of what awaits confirmation. */
export function Figures({ overview }: { overview: OverviewAnswer }) {
  const { days, awaiting, volume, display_currency: currency } = overview;
  const today = days.at(-1);
  const sats = days.reduce((sum, day) => sum + day.sats, 0);
  const payments = days.reduce((sum, day) => sum + day.payments, 0);
  return (
    <dl className="flex flex-wrap gap-x-12 gap-y-4">
      <Figure
        name={`Confirmed, last ${days.length} days`}
        note={
          <>
            <VolumeLine volume={volume} currency={currency} payments={payments} />
            {paymentsText(payments)}
          </>
        }
      >
        <Amount sats={sats} />
      </Figure>
      <Figure
        name="Confirmed today"
        note={
          <>
            <VolumeLine
              volume={today?.volume ?? null}
              currency={currency}
              payments={today?.payments ?? 0}
            />
            {paymentsText(today?.payments ?? 0)}
          </>
        }
      >
        <Amount sats={today?.sats ?? 0} />
      </Figure>
      <Figure name="Awaiting confirmation" note={paymentsText(awaiting.payments)}>
        <Amount sats={awaiting.sats} />
      </Figure>
    </dl>
  );
}

interface VolumeProps {
  readonly volume: OverviewAnswer['volume'];
  readonly currency: string | null;
  readonly payments: number;
}

/** What it is in the display currency, and of how many payments that cannot be said. */
function VolumeLine({ volume, currency, payments }: VolumeProps) {
  if (!volume || !currency || payments === 0) return null;
  const { amount, without_rate: without } = volume;
  if (without === payments) return <span className="block">No rate in {currency}</span>;
  return (
    <span className="block">
      <span className="font-medium text-ink">{money(amount, currency, 'en')}</span>
      {without > 0 &&
        ` without ${paymentsText(without)} that ${without === 1 ? 'has' : 'have'} no rate`}
    </span>
  );
}

function paymentsText(count: number): string {
  return count === 1 ? '1 payment' : `${count} payments`;
}
