'use client';

import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { useClock } from '@/app/_ui/clock';
import { UNTOLD_TIME_ZONE } from '@/app/_ui/intl-formats';
import type { Network } from '@/lib/domain/network';
import type { StripRange } from '@/lib/domain/strip-times';
import type { OverviewAnswer } from '@/lib/http/overview/overview-answer';
import { overviewStripsQuery } from '../../_data/overview-queries';
import { Section } from '../../_frame/section';
import { RANGE_NAMES } from '../../_list/filters';
import { QueryState } from '../../_list/query-state';
import { EndpointStrips } from './endpoint-strips';
import { Figures } from './figures';
import { LagStrip } from './lag-strip';
import { OutcomeStrip } from './outcome-strip';
import { ReceivedStrip } from './received-strip';
import { placesOf } from './strip-scales';
import { axisLabels, bucketText, type Strips as Data, rangeText, readingText } from './strip-words';
import { StripsTable } from './strips-table';
import { useCursor } from './use-cursor';

interface Props {
  readonly network: Network | null;
  readonly range: StripRange;
  readonly awaiting: OverviewAnswer['awaiting'];
}

/** The range as figures, as four strips on one time axis, and as a table. */
export function Strips({ network, range, awaiting }: Props) {
  const { timeZone = UNTOLD_TIME_ZONE } = useClock();
  const query = useQuery(overviewStripsQuery({ range, network, timeZone }));
  return (
    <QueryState what="The range" query={query} skeleton={null}>
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
        aria-label="Time at which the strips are read"
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

/** The style of a label at a place of the axis, in percent, that ends where the axis does. */
function within(place: number): CSSProperties {
  return { left: `${place}%`, transform: `translateX(-${place}%)` };
}
