import { scaleLinear } from 'd3-scale';
import { counted } from '@/app/_ui/counted';
import { IntentLink } from '@/app/_ui/intent-link';
import { DELIVERIES, deliveriesToHost } from '../../_frame/paths';
import { Bars, type StripProps, StripRow } from './strip-row';
import { NO_BAR, type Span } from './strip-scales';
import { type Attempts, acceptedText, attemptsText, type Strips } from './strip-words';

type Endpoint = Strips['endpoints']['busiest'][number];

const HEIGHT = 26;
const BASE = 18;
/** Accepted attempts are drawn above the line, failed ones below it. */
const acceptedHeight = scaleLinear([4, BASE]);
const failedHeight = scaleLinear([3, HEIGHT - BASE]);

/** A row of ticks for each endpoint. */
export function EndpointStrips({ strips, places, at }: StripProps) {
  const { busiest, others } = strips.endpoints;
  return (
    <div className="time-group">
      <StripRow label={<h3>Webhooks</h3>} scale={busiest.length > 0 && <span>Accepted</span>}>
        <p className="text-ink-3">
          {busiest.length === 0 && 'No attempt was made.'}
          {others > 0 && (
            <IntentLink href={DELIVERIES} className="text-accent hover:underline">
              and {counted(others, 'more host', 'more hosts')}
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
  const bars = { places, base: BASE };
  return (
    <StripRow
      label={
        <IntentLink
          href={deliveriesToHost(host)}
          title={host}
          className="tap-line mono block truncate text-accent hover:underline"
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
        <Bars {...bars} spans={ticks.map(emptySpan)} className="fill-rule-strong" />
        <Bars {...bars} spans={ticks.map(acceptedSpan)} className="fill-confirmed" />
        <Bars {...bars} spans={ticks.map(failedSpan)} className="fill-failed" />
      </svg>
    </StripRow>
  );
}

function acceptedSpan({ accepted, failed }: Attempts): Span {
  return accepted === 0 ? NO_BAR : [0, acceptedHeight(accepted / (accepted + failed))];
}

function failedSpan({ accepted, failed }: Attempts): Span {
  return failed === 0 ? NO_BAR : [-failedHeight(failed / (accepted + failed)), 0];
}

function emptySpan({ accepted, failed }: Attempts): Span {
  return accepted + failed === 0 ? [0, 1] : NO_BAR;
}
