import clsx from 'clsx';
import { type CSSProperties, useState } from 'react';
import { GroupedNumber } from '@/app/_ui/amount';
import { IntentLink } from '@/app/_ui/intent-link';
import { MoneyText } from '@/app/_ui/money-text';
import { type CalendarMonth, plusMonths } from '@/lib/domain/local-days';
import type { MonthResponse } from '@/lib/http/home/month-response';
import { paymentPage } from '../../_frame/paths';
import { MoneyInDisplayCurrency } from '../../_list/money-in-display-currency';
import { ReferenceText } from '../../_list/reference-text';
import { type MonthChartBar, monthChartBars, previousMonthSvgPath } from './chart-bars';
import { monthText } from './month-words';

export function MonthChart({ month }: { month: MonthResponse }) {
  const [full, setFull] = useState(false);
  const { bars, scale } = monthChartBars(month, full);
  const name = monthText(month.month, false);
  const cut = bars.filter(({ isCut }) => isCut);
  return (
    <figure className="month-chart" aria-label={`Earned by day, ${monthText(month.month)}`}>
      <figcaption className="month-legend">
        <span className="month-key is-bar">{name}</span>
        {month.today !== null && <span className="month-key is-way">on its way</span>}
        <span className="month-key is-line">
          {monthText(plusMonths(month.month as CalendarMonth, -1), false)}
        </span>
        <label>
          <input type="checkbox" checked={full} onChange={() => setFull(!full)} />
          Full scale
        </label>
      </figcaption>
      <div className="month-plot">
        {scale.lines.map((value) => (
          <div
            key={value}
            className="month-line"
            style={{ bottom: `${(value / scale.top) * 100}%` }}
          >
            <span aria-hidden="true">
              <AxisText value={value} top={scale.top} currency={month.currency} />
            </span>
          </div>
        ))}
        <svg
          className="month-earlier"
          viewBox={`0 0 ${bars.length} ${scale.top}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <path d={previousMonthSvgPath(bars, scale.top)} />
        </svg>
        <ol className="month-days" style={{ '--days': bars.length } as CSSProperties}>
          {bars.map((bar) => (
            <Day key={bar.day} bar={bar} top={scale.top} month={month} />
          ))}
        </ol>
      </div>
      <div
        className="month-axis"
        style={{ '--days': bars.length } as CSSProperties}
        aria-hidden="true"
      >
        {bars.map(({ day }) => (
          <span key={day} className={clsx(day === month.today && 'is-today')}>
            {isNamed(day, month) && day}
          </span>
        ))}
      </div>
      <div className="month-notes">
        {cut.map(({ day }) => (
          <CutNote key={day} day={day} month={month} />
        ))}
      </div>
    </figure>
  );
}

/**
 * Whether the axis labels a day: today, the first, and every fifth day that is not next to today.
 */
function isNamed(day: number, { today, days }: MonthResponse): boolean {
  if (day === today) return true;
  const isRound = day === 1 || (day % 5 === 0 && day <= days.length);
  return isRound && (today === null || Math.abs(day - today) > 1);
}

interface AxisProps {
  readonly value: number;
  readonly top: number;
  readonly currency: string | null;
}

function AxisText({ value, top, currency }: AxisProps) {
  if (value !== top)
    return Number.isInteger(value) ? <GroupedNumber value={value} /> : value.toFixed(2);
  return currency ? (
    <MoneyText amount={String(value)} currency={currency} cents={top < 4} />
  ) : (
    <GroupedNumber value={value} />
  );
}

interface DayProps {
  readonly bar: MonthChartBar;
  readonly top: number;
  readonly month: MonthResponse;
}

function Day({ bar, top, month }: DayProps) {
  // A day with more refunds than receipts has no bar.
  const share = (value: number) => `${Math.max(0, Math.min(100, (value / top) * 100))}%`;
  const { day, value, earlier = 0, onItsWay, isCut } = bar;
  const money = month.days[day - 1];
  const room = top - Math.min(value, top);
  return (
    <li>
      {onItsWay > 0 && (
        <span className="month-way" style={{ height: share(Math.min(onItsWay, room)) }} />
      )}
      <span className="month-bar" style={{ height: share(value) }} />
      {earlier > 0 && earlier < value && earlier < top && (
        <span className="month-cross" style={{ bottom: share(earlier) }} />
      )}
      {isCut && (
        <svg viewBox="0 0 24 14" preserveAspectRatio="none" aria-hidden="true">
          <path d="M0 9 6 4l6 5 6-5 6 5v4l-6-5-6 5-6-5-6 5z" />
          <path d="M0 9 6 4l6 5 6-5 6 5M0 13l6-5 6 5 6-5 6 5" />
        </svg>
      )}
      {money && bar.isLabeled && (
        <span className="month-label" aria-hidden="true">
          <MoneyInDisplayCurrency money={money} currency={month.currency} cents={false} />
        </span>
      )}
      {money && (
        <span className="sr-only">
          {day} {monthText(month.month, false)}:{' '}
          <MoneyInDisplayCurrency money={money} currency={month.currency} />
        </span>
      )}
    </li>
  );
}

/** Shows the amount and the largest payment of a day whose bar is cut off. */
function CutNote({ day, month }: { readonly day: number; readonly month: MonthResponse }) {
  const money = month.days[day - 1];
  const largest = month.outliers.find((one) => one.day === day)?.largest;
  if (!money) return null;
  return (
    <p>
      {day} {monthText(month.month, false)} is cut:{' '}
      <MoneyInDisplayCurrency money={money} currency={month.currency} />
      {largest && (
        <>
          , of which <MoneyInDisplayCurrency money={largest.money} currency={month.currency} /> is
          one payment,{' '}
          <IntentLink href={paymentPage(largest.id)} className="text-accent underline">
            <ReferenceText payment={largest} />
          </IntentLink>
        </>
      )}
      .
    </p>
  );
}
