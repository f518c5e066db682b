import { Amount } from '@/app/_ui/amount';
import { counted } from '@/app/_ui/counted';
import { Figure } from '@/app/_ui/facts';
import { money } from '@/app/_ui/money';
import type { OverviewAnswer } from '@/lib/http/overview/overview-answer';
import type { OverviewStripsAnswer } from '@/lib/http/overview/overview-strips-answer';
import { RANGE_NAMES } from '../../_list/filters';

interface Props {
  readonly strips: OverviewStripsAnswer;
  readonly awaiting: OverviewAnswer['awaiting'];
}

/** Totals of the range, of today, and of what awaits confirmation. */
export function Figures({ strips, awaiting }: Props) {
  const { total, today, range, display_currency: currency } = strips;
  return (
    <dl className="flex flex-wrap gap-x-12 gap-y-4">
      <Figure
        name={`Confirmed, ${RANGE_NAMES[range].toLowerCase()}`}
        note={<VolumeNote total={total} currency={currency} />}
      >
        <Amount sats={total.sats} />
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
  readonly total: OverviewStripsAnswer['total'];
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
      <span>
        {`${paymentsText(payments)}${without > 0 ? `, ${without} without a rate in ${currency}` : ''}`}
      </span>
    </>
  );
}

function paymentsText(count: number): string {
  return counted(count, 'payment', 'payments');
}
