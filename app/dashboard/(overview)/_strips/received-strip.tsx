import { Amount } from '@/app/_ui/amount';
import { Bars, Plot, Scale, type StripProps, StripRow } from './strip-row';
import { PLOT, satsHeights } from './strip-scales';
import { powerText, type Strips, volumeText } from './strip-words';

const HEIGHT = 112;

/** Bars for confirmed satoshis, with a hairline for the previous period. */
export function ReceivedStrip({ strips, places, at }: StripProps) {
  const { buckets } = strips;
  const heights = satsHeights(
    buckets.flatMap(({ received, earlier_sats: before }) => [received.sats, before]),
  );
  const line = buckets.map(
    ({ earlier_sats: before }, nth) => `${places.middleOf(nth)},${PLOT - heights.heightOf(before)}`,
  );
  const hasEarlier = buckets.some(({ earlier_sats: before }) => before > 0);
  return (
    <StripRow
      label={<Words strips={strips} at={at} />}
      scale={<Scale height={HEIGHT} heights={heights} labelOf={powerText} />}
    >
      <Plot height={HEIGHT} heights={heights}>
        <Bars
          places={places}
          spans={buckets.map(({ received }) => [0, heights.heightOf(received.sats)])}
          className="fill-accent"
        />
        {hasEarlier && (
          <polyline
            points={line.join(' ')}
            vectorEffect="non-scaling-stroke"
            className="fill-none stroke-ink"
          />
        )}
      </Plot>
    </StripRow>
  );
}

function Words({ strips, at }: Pick<StripProps, 'strips' | 'at'>) {
  const { buckets, total, display_currency: currency } = strips;
  const bucket = at === null ? undefined : buckets[at];
  const received = bucket?.received ?? total;
  const before = bucket?.earlier_sats ?? buckets.reduce((sum, one) => sum + one.earlier_sats, 0);
  return (
    <>
      <h3>Received</h3>
      <p className="time-value">
        <Amount sats={received.sats} />
      </p>
      {currency && <p>{volumeText(received, currency)}</p>}
      <p>
        <span aria-hidden="true" className="time-key border-ink border-t" /> Previous period:{' '}
        <Amount sats={before} />
      </p>
      <p className="text-ink-3 max-sm:hidden">{scaleNote(strips)}</p>
    </>
  );
}

/** The meaning of the scale's lines. */
function scaleNote({ buckets }: Strips): string {
  const isEmpty = buckets.every(({ received, earlier_sats: before }) => !received.sats && !before);
  return isEmpty ? 'Nothing was confirmed.' : 'Each line is at least 10 times the one below.';
}
