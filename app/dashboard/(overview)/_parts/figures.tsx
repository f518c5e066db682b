import { Amount } from '@/app/_ui/amount';
import { Figure } from '@/app/_ui/facts';
import { money } from '@/app/_ui/money';
import type { OverviewAnswer } from '@/lib/http/answers/overview';

/** Totals of the range, of today, and of what awaits confirmation. */
export function Figures({ overview }: { overview: OverviewAnswer }) {
  const { days, awaiting, volume, display_currency: currency } = overview;
  const sats = days.reduce((sum, day) => sum + day.sats, 0);
  const payments = days.reduce((sum, day) => sum + day.payments, 0);
  const today = days.at(-1) ?? { sats: 0, payments: 0, volume: null };
  return (
    <dl className="flex flex-wrap gap-x-12 gap-y-4">
      <Figure
        name={`Confirmed, last ${days.length} days`}
        note={<VolumeNote total={{ payments, volume }} currency={currency} />}
      >
        <Amount sats={sats} />
      </Figure>
      <Figure name="Confirmed today" note={<VolumeNote total={today} currency={currency} />}>
        <Amount sats={today.sats} />
      </Figure>
      <Figure name="Awaiting confirmation" note={paymentsText(awaiting.payments)}>
        <Amount sats={awaiting.sats} />
      </Figure>
    </dl>
  );
}

interface NoteProps {
  readonly total: Pick<OverviewAnswer['days'][number], 'payments' | 'volume'>;
  readonly currency: string | null;
}

/** What it is in the display currency, and how many payments that leaves out. */
function VolumeNote({ total: { payments, volume }, currency }: NoteProps) {
  const without = volume?.without_rate ?? 0;
  return (
    <>
      {volume && currency && payments > without && (
        <span className="block font-medium text-ink">{money(volume.amount, currency, 'en')}</span>
      )}
      {paymentsText(payments)}
      {without > 0 && `, ${without} without a rate in ${currency}`}
    </>
  );
}

function paymentsText(count: number): string {
  return count === 1 ? '1 payment' : `${count} payments`;
}
