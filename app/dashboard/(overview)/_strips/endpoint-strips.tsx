import { scaleLinear } from '@visx/scale';
import type { Route } from 'next';
import { IntentLink } from '@/app/_ui/intent-link';
import { type StripProps, StripRow } from './strip-row';
import type { Places } from './strip-scales';
import { type Attempts, acceptedText, attemptsText, type Strips } from './strip-words';

type Endpoint = Strips['endpoints']['busiest'][number];

const DELIVERIES = '/dashboard/deliveries';
const HEIGHT = 26;
const BASE = 18;
/** The share of attempts that were accepted stands on the line; that of failed ones hangs from it. */
const accepted = scaleLinear({ domain: [0, 1], range: [4, BASE] });
const failed = scaleLinear({ domain: [0, 1], range: [3, HEIGHT - BASE] });

/** A row of ticks for each endpoint. */
export function EndpointStrips({ strips, places, at }: StripProps) {
  const { busiest, others } = strips.endpoints;
  return (
    <div className="time-group">
      <StripRow label={<h3>Webhooks</h3>} scale={busiest.length > 0 && <span>Accepted</span>}>
        <p className="text-ink-3">
          {busiest.length === 0 && 'No attempt was made.'}
          {others > 0 && (
            <IntentLink href={DELIVERIES as Route} className="text-accent hover:underline">
              and {others} more {others === 1 ? 'host' : 'hosts'}
            </IntentLink>
          )}
        </p>
      </StripRow>
      {busiest.map((endpoint) => (
        <EndpointRow key={endpoint.host} endpoint={endpoint} places={places} at={at} />
      ))}
    </div>
  );
}

interface RowProps extends Pick<StripProps, 'places' | 'at'> {
  readonly endpoint: Endpoint;
}

function EndpointRow({ endpoint, places, at }: RowProps) {
  const { host, ticks } = endpoint;
  const read = at === null ? endpoint : ticks[at];
  return (
    <StripRow
      label={
        <IntentLink
          href={`${DELIVERIES}?${new URLSearchParams({ q: host })}` as Route}
          title={host}
          className="mono block truncate text-accent hover:underline"
        >
          {host}
        </IntentLink>
      }
      scale={
        <span title={attemptsText(read)} className="text-ink">
          {(read && acceptedText(read)) ?? 'none'}
        </span>
      }
    >
      <svg
        aria-hidden="true"
        viewBox={`0 0 100 ${HEIGHT}`}
        preserveAspectRatio="none"
        style={{ height: HEIGHT }}
        className="block w-full"
      >
        {ticks.map((tick, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place in time is the key
          <Tick key={nth} tick={tick} places={places} nth={nth} />
        ))}
      </svg>
    </StripRow>
  );
}

function Tick({ tick, places, nth }: { tick: Attempts; places: Places; nth: number }) {
  const attempts = tick.accepted + tick.failed;
  const column = { x: places.startOf(nth), width: places.width };
  if (attempts === 0) {
    return <rect {...column} y={BASE - 1} height={1} className="fill-rule-strong" />;
  }
  const up = tick.accepted === 0 ? 0 : accepted(tick.accepted / attempts);
  const down = tick.failed === 0 ? 0 : failed(tick.failed / attempts);
  return (
    <>
      <rect {...column} y={BASE - up} height={up} className="fill-confirmed" />
      <rect {...column} y={BASE} height={down} className="fill-failed" />
    </>
  );
}
