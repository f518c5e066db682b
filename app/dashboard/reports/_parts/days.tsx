import clsx from 'clsx';
import type { ReactNode } from 'react';
import { GroupedNumber } from '@/app/_ui/amount';
import { countWithNoun } from '@/lib/domain/count-with-noun';
import { rateSourceText } from '@/lib/domain/rate-source';
import type { BookSumsResponse, ReportResponse } from '@/lib/http/reports/report-response';
import { dayText, periodText } from './period-text';
import { ReportAmountCell } from './report-amount-text';

interface Props {
  readonly report: ReportResponse;
  readonly dayLink?: (day: string, text: string) => ReactNode;
}

/** Lists only days with entries, and their total. */
export function DaysTable({ report, dayLink }: Props) {
  const { days, total, currency, period, today } = report;
  const severalYears = period.first.slice(0, 4) !== period.last.slice(0, 4);
  return (
    <table className="ledger-table report-days">
      <caption className="sr-only">
        {periodText(period)} by day, in {currency ?? 'satoshis'}
      </caption>
      <thead>
        <tr>
          <th scope="col">Date</th>
          {[...HEADS, currency && 'Net (sat)', 'Network fee'].map(
            (head) =>
              head && (
                <th key={head} scope="col" className="text-end">
                  {head}
                </th>
              ),
          )}
          <th scope="col">Rate source</th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ day, ...sums }) => {
          const text = dayText(day, severalYears);
          return (
            <tr key={day}>
              <td data-phone="first-start">
                {dayLink?.(day, text) ?? text}
                {day === today && <span className="text-ink-3">, so far</span>}
              </td>
              <SumCells sums={sums} currency={currency} />
              <td data-phone="third" className="text-ink-2 text-small">
                {sourcesText(sums)}
              </td>
            </tr>
          );
        })}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" data-phone="first-start">
            Total, {countWithNoun(days.length, 'day')}
          </th>
          <SumCells sums={total} currency={currency} />
          <td data-phone="hidden" />
        </tr>
      </tfoot>
    </table>
  );
}

const HEADS = ['Payments', 'Gross', 'Refunds', 'Net'];

interface CellsProps {
  readonly sums: BookSumsResponse;
  readonly currency: string | null;
}

function SumCells({ sums, currency }: CellsProps) {
  const number = (phone: string, cell: ReactNode, className?: string) => (
    <td data-phone={phone} className={clsx('text-end tabular-nums whitespace-nowrap', className)}>
      {cell}
    </td>
  );
  const { payments, gross, refunded, net, fees } = sums;
  return (
    <>
      {number(
        'second-start',
        <>
          {payments}
          <span className="sm:hidden"> {payments === 1 ? 'payment' : 'payments'}</span>
        </>,
        'max-sm:text-start',
      )}
      {number('hidden', <ReportAmountCell of={gross} currency={currency} />)}
      {number('hidden', <ReportAmountCell of={refunded} currency={currency} deducted />)}
      {number('first-end', <ReportAmountCell of={net} currency={currency} />, 'font-medium')}
      {currency && number('second-end', <NetSats sats={net.sats} />, 'text-ink-2')}
      {number('hidden', <ReportAmountCell of={fees} currency={currency} />)}
    </>
  );
}

function NetSats({ sats }: { readonly sats: number }) {
  return (
    <>
      {sats < 0 && '−'}
      <GroupedNumber value={Math.abs(sats)} />
      <span className="sm:hidden"> sat</span>
    </>
  );
}

/** Returns the sources of the rates: "Kraken, Coinbase for 2, no rate for 1". */
function sourcesText({ sources, without_rate: without }: BookSumsResponse): string {
  const texts = sources.map(({ source, entries }, nth) =>
    nth === 0 ? rateSourceText(source) : `${rateSourceText(source)} for ${entries}`,
  );
  return [...texts, ...(without > 0 ? [`no rate for ${without}`] : [])].join(', ');
}
