'use client';

import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { Amount } from '@/app/_ui/amount';
import { useClock } from '@/app/_ui/clock';
import { counted } from '@/app/_ui/counted';
import { Figure } from '@/app/_ui/facts';
import { DEFAULT_TIME_ZONE } from '@/app/_ui/intl-formats';
import { money } from '@/app/_ui/money';
import { ageText } from '@/app/_ui/time-text';
import { SOURCE_TRAITS } from '@/lib/domain/chain-condition';
import type { Network } from '@/lib/domain/network';
import type { StripRange } from '@/lib/domain/strip-times';
import type { OverviewAnswer } from '@/lib/http/overview/overview-answer';
import type { OverviewStripsAnswer } from '@/lib/http/overview/overview-strips-answer';
import { overviewStripsQuery } from '../../_data/overview-queries';
import { Section } from '../../_frame/section';
import { RANGE_NAMES } from '../../_list/filters';
import { QueryState } from '../../_list/query-state';
import { EndpointStrips } from './endpoint-strips';
import { OutcomeStrip } from './outcome-strip';
import { ReceivedStrip } from './received-strip';
import { Bars, Plot, Scale, type StripProps, StripRow } from './strip-row';
import { lagHeights, NO_BAR, PLOT, placesOf, type Span } from './strip-scales';
import {
  axisLabels,
  bucketText,
  type Strips as Data,
  lagText,
  rangeText,
  readingText,
  worstLag,
} from './strip-words';
import { StripsTable } from './strips-table';
import { useCursor } from './use-cursor';

interface Props {
  readonly network: Network | null;
  readonly range: StripRange;
  readonly awaiting: OverviewAnswer['awaiting'];
}

/** The range as figures, as four strips on one time axis, and as a table. */
export function Strips({ network, range, awaiting }: Props) {
  const { timeZone = DEFAULT_TIME_ZONE } = useClock();
  const query = useQuery(overviewStripsQuery({ range, network, timeZone }));
  return (
    <QueryState what="The activity" query={query} skeleton={null}>
      {(strips) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <Figures strips={strips} awaiting={awaiting} />
          <Section
            title={RANGE_NAMES[strips.range]}
            aside={
              <p className="text-ink-2 text-small tabular-nums">
                {rangeText(strips)}, {strips.time_zone}
              </p>
            }
          >
            <Chart strips={strips} />
            <StripsTable strips={strips} />
          </Section>
        </div>
      )}
    </QueryState>
  );
}

function Chart({ strips }: { strips: Data }) {
  const places = placesOf(strips.buckets.length);
  const { at, plot, pointer, keys } = useCursor(strips.buckets.length);
  const strip = { strips, places, at };
  return (
    <div className="time-strips" {...pointer}>
      <input
        type="range"
        className="sr-only"
        aria-label="Selected period"
        aria-valuetext={readingText(strips, keys.value)}
        {...keys}
      />
      <ReceivedStrip {...strip} />
      <OutcomeStrip {...strip} />
      <EndpointStrips {...strip} />
      <LagStrip {...strip} />
      <div aria-hidden="true" className="time-axis">
        <div>
          {axisLabels(strips).map(({ nth, text }) => (
            <span key={nth} style={within(places.middleOf(nth))}>
              {text}
            </span>
          ))}
        </div>
      </div>
      <div aria-hidden="true" className="time-cursor">
        <div ref={plot}>
          {at !== null && (
            <>
              <span
                className="time-line"
                style={{
                  left: `${places.middleOf(at) - places.step / 2}%`,
                  width: `${places.step}%`,
                }}
              />
              <span className="time-flag" style={within(places.middleOf(at))}>
                {bucketText(strips, at)}
              </span>
            </>
          )}
        </div>
      </div>
    </div>
  );
}

/** Positions a label on the axis, in percent, without exceeding its end. */
function within(place: number): CSSProperties {
  return { left: `${place}%`, transform: `translateX(-${place}%)` };
}

interface FiguresProps {
  readonly strips: OverviewStripsAnswer;
  readonly awaiting: OverviewAnswer['awaiting'];
}

/** Totals of the range, of today, and of payments awaiting confirmation. */
function Figures({ strips, awaiting }: FiguresProps) {
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

/** The amount in the display currency, and how many payments it leaves out. */
function VolumeNote({ total: { payments, volume }, currency }: NoteProps) {
  const without = volume?.without_rate ?? 0;
  return (
    <>
      {volume && currency && payments > without && (
        <span className="block font-medium text-ink">{money(volume.amount, currency, 'en')}</span>
      )}
      <span>
        {`${paymentsText(payments)}${without > 0 ? `, ${paymentsText(without)} not converted to ${currency}` : ''}`}
      </span>
    </>
  );
}

function paymentsText(count: number): string {
  return counted(count, 'payment', 'payments');
}

const HEIGHT = 48;
/** The bar of a period in which the chain was read on time. */
const ON_TIME = 5;

/** The strip of the maximum lag between the records and the chain. */
function LagStrip({ strips, places, at }: StripProps) {
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
          <h3>Chain lag</h3>
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

/** Explains the strip where it is not obvious. */
function note({ source, buckets }: Data): string | null {
  if (SOURCE_TRAITS[source].simulates) return 'The sandbox is part of this server.';
  if (source === 'off') return 'This server does not read the chain.';
  const isPartly = buckets.some(({ lag_minutes: minutes }) => minutes === null);
  return isPartly ? 'Outlined: not recorded.' : null;
}
