import { ageText } from '@/app/_ui/time-text';
import { SOURCE_TRAITS } from '@/lib/domain/chain-condition';
import { Bars, Plot, Scale, type StripProps, StripRow } from './strip-row';
import { lagHeights, NO_BAR, PLOT, type Span } from './strip-scales';
import { lagText, type Strips, worstLag } from './strip-words';

const HEIGHT = 48;
/** The bar of a time in which the chain was read in time. */
const ON_TIME = 5;

/** How far the records were behind the chain at worst. */
export function LagStrip({ strips, places, at }: StripProps) {
  const { buckets } = strips;
  const heights = lagHeights(buckets.map(({ lag_minutes: minutes }) => minutes));
  const bucket = at === null ? undefined : buckets[at];
  const spans = (spanOf: (lag: number | null) => Span) =>
    buckets.map(({ lag_minutes: lag }) => spanOf(lag));
  const minutes = bucket ? bucket.lag_minutes : worstLag(buckets);
  return (
    <StripRow
      label={
        <>
          <h3>Chain behind</h3>
          <p className="time-value">{lagText(minutes)}</p>
          <p className="text-ink-3 max-sm:hidden">{note(strips)}</p>
        </>
      }
      scale={<Scale height={HEIGHT} heights={heights} labelOf={(tick) => ageText(tick * 60_000)} />}
    >
      <Plot height={HEIGHT} heights={heights}>
        <Bars
          places={places}
          spans={spans((lag) => (lag === null ? [0, PLOT] : NO_BAR))}
          className="time-unknown"
        />
        <Bars
          places={places}
          spans={spans((lag) => (lag === 0 ? [0, ON_TIME] : NO_BAR))}
          className="fill-confirmed"
        />
        <Bars
          places={places}
          spans={spans((lag) => (lag ? [0, heights.heightOf(lag)] : NO_BAR))}
          className="fill-pending"
        />
      </Plot>
    </StripRow>
  );
}

/** Why the strip is as it is, where that is not plain. */
function note({ source, buckets }: Strips): string | null {
  if (SOURCE_TRAITS[source].simulates) return 'The sandbox is part of this server.';
  if (source === 'off') return 'This server does not read the chain.';
  const isPartly = buckets.some(({ lag_minutes: minutes }) => minutes === null);
  return isPartly ? 'Outlined: not recorded.' : null;
}
