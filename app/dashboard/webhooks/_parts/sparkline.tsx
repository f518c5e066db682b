import type { EndpointResponse } from '@/lib/http/endpoints/endpoint-response';

const BAR = 4;
const STEP = 6;
const HEIGHT = 22;

/** One bar per hour of the last day, with the failed share in red; a dash without attempts. */
export function Sparkline({ hours }: Pick<EndpointResponse, 'hours'>) {
  const share = formatSuccessRate(hours);
  return (
    <span className="flex items-center gap-2.5">
      <svg
        role="img"
        aria-label={`Success, last 24 hours: ${share ?? 'no attempts'}`}
        viewBox={`0 0 ${hours.length * STEP} ${HEIGHT}`}
        className="h-[22px] w-36 shrink-0"
      >
        {hours.map(({ accepted, failed }, nth) => {
          const x = nth * STEP;
          const all = accepted + failed;
          const key = hours.length - nth;
          if (all === 0) {
            return (
              <rect key={key} x={x} y={HEIGHT - 2} width={BAR} height={2} className="fill-rule-5" />
            );
          }
          const red = (HEIGHT * failed) / all;
          return (
            <g key={key}>
              <rect x={x} width={BAR} height={HEIGHT} className="fill-confirmed" />
              {failed > 0 && <rect x={x} width={BAR} height={red} className="fill-failed" />}
            </g>
          );
        })}
      </svg>
      <span className="min-w-[5ch] text-end font-medium tabular-nums">{share}</span>
    </span>
  );
}

/**
 * Returns the share of successful attempts; null without attempts. Rounds down, so that 100 % means
 * that all succeeded.
 */
export function formatSuccessRate(hours: EndpointResponse['hours']): string | null {
  const accepted = hours.reduce((sum, hour) => sum + hour.accepted, 0);
  const all = hours.reduce((sum, hour) => sum + hour.failed, accepted);
  return all === 0 ? null : `${Math.floor((100 * accepted) / all)} %`;
}
