import { Amount } from '@/app/_ui/amount';
import { money } from '@/app/_ui/money';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/app/_ui/table';
import type { Network } from '@/lib/domain/network';
import type { OverviewAnswer } from '@/lib/http/answers/overview';

type DayTotal = OverviewAnswer['days'][number];

const HEIGHT = 100;
const STEPS = 4;
/** The width of a bar as a share of its day. */
const FILL = 0.62;

interface Props {
  readonly days: readonly DayTotal[];
  readonly network: Network;
  readonly timeZone: string;
  /** That of the days' volume. */
  readonly currency: string | null;
}

/** Confirmed satoshis by day, as bars and as a table. */
export function DayChart({ days, network, timeZone, currency }: Props) {
  const most = Math.max(...days.map(({ sats }) => sats));
  const top = niceCeiling(most);
  const total = days.reduce((sum, { sats }) => sum + sats, 0);
  const [first, last] = [days[0], days.at(-1)];
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="text-section">Confirmed by day</h2>
      {total === 0 ? (
        <p className="border-y bg-surface px-4 py-8 text-ink-2">
          No payment was confirmed on {network} in the last {days.length} days.
        </p>
      ) : (
        <div aria-hidden="true">
          <div className="grid grid-cols-[minmax(0,1fr)_max-content] gap-x-3">
            <Bars days={days} top={top} />
            <Scale top={top} />
          </div>
          <div className="flex justify-between pt-1 text-ink-3 text-small tabular-nums">
            <span>{first && dayText(first)}</span>
            <span>{last && dayText(last)}</span>
          </div>
        </div>
      )}
      <details>
        <summary className="w-fit rounded-badge text-accent text-small hover:underline">
          Show as table
        </summary>
        <section
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
          tabIndex={0}
          aria-label="Confirmed by day, as a table"
          className="mt-3 max-h-96 max-w-reading overflow-y-auto"
        >
          <Table caption={`Confirmed amounts by day on ${network}, in the time zone ${timeZone}`}>
            <TableHead>
              <HeadCell>Day</HeadCell>
              <HeadCell numeric>Payments</HeadCell>
              <HeadCell numeric>Confirmed (sat)</HeadCell>
              {currency && <HeadCell numeric>In {currency}</HeadCell>}
            </TableHead>
            <TableBody>
              {days.toReversed().map(({ date, sats, payments, volume }) => (
                <Row key={date}>
                  <Cell phone="first-start" className="tabular-nums">
                    <time dateTime={date}>{date}</time>
                  </Cell>
                  <Cell numeric phone="second-start">
                    {payments}
                  </Cell>
                  <Cell numeric phone="first-end">
                    <Amount sats={sats} unit={false} className={sats === 0 ? 'text-ink-3' : ''} />
                  </Cell>
                  {currency && volume && (
                    <Cell numeric phone="second-end" className={sats === 0 ? 'text-ink-3' : ''}>
                      {volume.without_rate > 0 && volume.without_rate === payments
                        ? 'No rate'
                        : money(volume.amount, currency, 'en')}
                    </Cell>
                  )}
                </Row>
              ))}
            </TableBody>
          </Table>
        </section>
      </details>
    </section>
  );
}

function Bars({ days, top }: { days: readonly DayTotal[]; top: number }) {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${days.length} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="block h-44 w-full overflow-visible"
    >
      {Array.from({ length: STEPS + 1 }, (_, step) => (
        <path
          // biome-ignore lint/suspicious/noArrayIndexKey: items never change order
          key={step}
          d={`M0 ${(HEIGHT * step) / STEPS}h${days.length}`}
          vectorEffect="non-scaling-stroke"
          className={step === STEPS ? 'stroke-rule-strong' : 'stroke-rule'}
        />
      ))}
      {days.map((day, place) => (
        <g key={day.date}>
          <rect
            x={place + (1 - FILL) / 2}
            width={FILL}
            y={HEIGHT - barHeight(day.sats, top)}
            height={barHeight(day.sats, top)}
            className="fill-accent"
          />
          <rect x={place} width={1} height={HEIGHT} className="fill-transparent hover:fill-ink/5">
            <title>{`${dayText(day)}: ${day.sats} sat, ${day.payments} payments`}</title>
          </rect>
        </g>
      ))}
    </svg>
  );
}

/** A day with anything confirmed has a visible bar. */
function barHeight(sats: number, top: number): number {
  return sats === 0 ? 0 : Math.max(1.5, (HEIGHT * sats) / top);
}

function Scale({ top }: { top: number }) {
  return (
    <div className="flex h-44 min-w-10 flex-col justify-between text-ink-3 text-small">
      {Array.from({ length: STEPS + 1 }, (_, step) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items never change order
        <span key={step} className="-my-2.5">
          <Amount sats={(top * (STEPS - step)) / STEPS} unit={false} />
        </span>
      ))}
    </div>
  );
}

function dayText({ date }: DayTotal): string {
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  }).format(new Date(`${date}T00:00:00Z`));
}

const ROUND_STEPS = [1, 2, 4, 5, 8, 10];

/** The next round number that is not smaller and divides by four. */
export function niceCeiling(value: number): number {
  if (value <= 4) return 4;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = ROUND_STEPS.find((one) => one * power >= value && (one * power) % 4 === 0);
  return (step ?? 20) * power;
}
