import { durationText } from '@/app/_ui/time-text';
import type { TimingsAnswer } from '@/lib/http/answers/delivery-detail';

const STAGES = [
  { key: 'dns_ms', name: 'DNS' },
  { key: 'connect_ms', name: 'Connection' },
  { key: 'tls_ms', name: 'TLS' },
  { key: 'first_byte_ms', name: 'Time to first byte' },
] as const;

interface TimingsProps {
  readonly timings: TimingsAnswer;
  /** Whether the endpoint is reached over TLS. */
  readonly secure: boolean;
}

/** How long each stage took, as bars that start where the previous one ended. */
export function Timings({ timings, secure }: TimingsProps) {
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
