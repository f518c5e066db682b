import type { ReactNode } from 'react';
import { CodeBlock } from '@/app/_ui/code-block';
import { CopyTextButton } from '@/app/_ui/copy-button';
import { durationText } from '@/app/_ui/time-text';
import type {
  HttpExchangeResponse,
  TimingsResponse,
} from '@/lib/http/deliveries/delivery-detail-response';
import { curlCommand } from './curl';

const KEPT_BYTES = 4_096;

export function HttpExchange({ exchange }: { exchange: HttpExchangeResponse }) {
  const { url, request, response, remote_address: address, timings, cause } = exchange;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {cause && (
        <p className="tone-failed rounded-control bg-(--tone-bg) px-3 py-2 text-(--tone)">
          {cause.message}
        </p>
      )}
      <Part
        title="Request"
        aside={
          request && <CopyTextButton text={curlCommand(url, request)}>Copy as curl</CopyTextButton>
        }
      >
        <p className="mono wrap-anywhere text-small">POST {url}</p>
        {request ? (
          <>
            <Headers label="Request headers" headers={request.headers} />
            <Body label="request body" text={request.body} />
          </>
        ) : (
          <p className="text-ink-2">No request was sent, because no connection was made.</p>
        )}
      </Part>
      <Part title="Response">
        {response ? (
          <>
            <p className="mono text-small">HTTP {response.status}</p>
            <Headers label="Response headers" headers={response.headers} />
            <Body label="response body" text={response.body} />
            {response.body_bytes >= KEPT_BYTES && (
              <p className="text-ink-3 text-small">First 4 KiB. The rest is not stored.</p>
            )}
            {response.note && (
              <p className="text-ink-2 text-small">
                {response.note}
                {cause === null && ' Only the status counts, so the webhook is delivered.'}
              </p>
            )}
          </>
        ) : (
          <p className="text-ink-2">No response.</p>
        )}
      </Part>
      {timings && (
        <Part title="Connection">
          <p className="text-ink-2 text-small">
            {address ? (
              <>
                Connected to <span className="mono text-ink">{address}</span>
              </>
            ) : (
              'No connection was made.'
            )}
          </p>
          <Timings timings={timings} secure={url.startsWith('https:')} />
        </Part>
      )}
    </div>
  );
}

function Body({ label, text }: { label: string; text: string }) {
  if (text === '') return <p className="text-ink-3 text-small">Empty body.</p>;
  return <CodeBlock wrap label={label} code={text} />;
}

interface PartProps {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

function Part({ title, aside, children }: PartProps) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
      <div className="flex min-h-7 items-center justify-between">
        <h3 className="text-head text-ink-3">{title}</h3>
        {aside}
      </div>
      {children}
    </section>
  );
}

interface HeadersProps {
  readonly label: string;
  readonly headers: readonly (readonly [string, string])[];
}

function Headers({ label, headers }: HeadersProps) {
  if (headers.length === 0) return <p className="text-ink-3">No headers.</p>;
  return (
    <div className="@container">
      <dl
        aria-label={label}
        className="mono grid gap-x-4 gap-y-1 text-small @min-[34rem]:grid-cols-[max-content_minmax(0,1fr)]"
      >
        {headers.map(([name, value]) => (
          <div key={name} className="ps-4 -indent-4 @min-[34rem]:contents @min-[34rem]:indent-0">
            <dt className="inline text-ink-3">{name}: </dt>
            <dd className="inline min-w-0 wrap-anywhere text-ink">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

const STAGES = [
  { key: 'dns_ms', name: 'DNS' },
  { key: 'connect_ms', name: 'Connection' },
  { key: 'tls_ms', name: 'TLS' },
  { key: 'first_byte_ms', name: 'Time to first byte' },
] as const;

interface TimingsProps {
  readonly timings: TimingsResponse;
  /** Whether the endpoint's URL begins with https. */
  readonly secure: boolean;
}

/** Shows how long each stage took. A bar starts where the previous bar ends. */
function Timings({ timings, secure }: TimingsProps) {
  const whole = Math.max(timings.total_ms, 1);
  const reached = timings.first_byte_ms !== null;
  const withoutStage = (key: string) => (key === 'tls_ms' && !secure ? 'none' : 'kept open');
  let before = 0;
  const rows = STAGES.map(({ key, name }) => {
    const ms = timings[key];
    const start = before;
    before += ms ?? 0;
    return { name, ms, start, without: reached ? withoutStage(key) : 'not reached' };
  });
  const rest = Math.max(0, timings.total_ms - before);
  const reading = { name: 'Reading response', ms: reached ? rest : null, start: before };
  return (
    <dl className="grid grid-cols-[max-content_minmax(3rem,1fr)_max-content] items-center gap-x-3 gap-y-1 text-small">
      {[...rows, { ...reading, without: 'not reached' }].map(({ name, ms, start, without }) => (
        <div key={name} className="contents">
          <dt className="text-ink-2">{name}</dt>
          <dd aria-hidden="true">
            <svg
              aria-hidden="true"
              viewBox="0 0 100 1"
              preserveAspectRatio="none"
              className="block h-1.5 w-full"
            >
              <path d="M0 0h100v1H0z" className="fill-ledger" />
              {ms !== null && (
                <rect
                  x={Math.min(99, (100 * start) / whole)}
                  width={Math.max(1, Math.min(100, (100 * ms) / whole))}
                  height="1"
                  className="fill-accent"
                />
              )}
            </svg>
          </dd>
          <dd className="text-end tabular-nums">
            {ms === null ? <span className="text-ink-3">{without}</span> : durationText(ms)}
          </dd>
        </div>
      ))}
      <div className="contents font-medium">
        <dt>Total</dt>
        <dd aria-hidden="true" />
        <dd className="text-end tabular-nums">{durationText(timings.total_ms)}</dd>
      </div>
    </dl>
  );
}
