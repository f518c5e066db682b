'use client';

import { useQuery } from '@tanstack/react-query';
import { useClock } from '@/app/_ui/clock';
import { EmptyState } from '@/app/_ui/empty-state';
import { IntentLink } from '@/app/_ui/intent-link';
import { PrintSheet } from '@/app/_ui/print-sheet';
import { Skeleton } from '@/app/_ui/skeleton';
import { DEFAULT_TIME_ZONE } from '@/lib/domain/intl-formats';
import { type CalendarDay, daysInRange } from '@/lib/domain/local-days';
import type { Network } from '@/lib/domain/network';
import type { ReportResponse } from '@/lib/http/reports/report-response';
import { reportQuery } from '../../_data/report-query';
import { useFrame } from '../../_frame/frame';
import { PageHead } from '../../_frame/page-head';
import { confirmedPaymentsPage, DISPLAY_CURRENCY_PAGE, reportPage } from '../../_frame/paths';
import { Section } from '../../_frame/section';
import { NetworkChoice } from '../../_list/network-choice';
import { QueryState } from '../../_list/query-state';
import { DaysTable } from './days';
import { Downloads } from './downloads';
import { PeriodBar } from './period-bar';
import { periodText } from './period-text';
import { ReportExclusions, ReportFigures } from './report-figures';

interface Props {
  /** Null for the merchant's first network. */
  readonly network: Network | null;
  /** Such as "2026-11"; null for the current month. */
  readonly period: string | null;
}

export function Reports({ network, period }: Props) {
  const { timeZone = DEFAULT_TIME_ZONE } = useClock();
  const query = useQuery(reportQuery({ network, period, timeZone }));
  return (
    <>
      <PageHead title="Reports" />
      <QueryState what="The report" query={query} skeleton={<Skeleton className="h-96 w-full" />}>
        {(report) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
              <NetworkChoice
                of={report}
                hrefOf={(name) => reportPage({ network: name, period: report.period.name })}
              />
              <PeriodBar key={report.period.name} report={report} network={network} />
              <div>
                <ReportFigures report={report} />
                <ReportExclusions report={report} />
              </div>
            </div>
            <Downloads report={report} />
            <Days report={report} />
            <PrintedReport report={report} />
          </div>
        )}
      </QueryState>
    </>
  );
}

function Days({ report }: { readonly report: ReportResponse }) {
  const { currency, days, network, time_zone: timeZone } = report;
  return (
    <Section title="By day" note={currency ?? 'satoshis'}>
      {days.length > 0 ? (
        <DaysTable
          report={report}
          dayLink={(day, text) => (
            <IntentLink
              href={confirmedPaymentsPage(secondsOf(day, timeZone), network ?? '')}
              data-row-link=""
              className="hover:underline"
            >
              {text}
            </IntentLink>
          )}
        />
      ) : (
        <EmptyState title="Nothing was confirmed in this period." />
      )}
      <p className="max-w-reading text-ink-2 text-small">
        <Rule currency={currency} />
      </p>
    </Section>
  );
}

/** Returns the first and the last second of a day in a time zone, as Unix time. */
function secondsOf(day: string, timeZone: string) {
  const { starts, end } = daysInRange(timeZone, day as CalendarDay, day as CalendarDay);
  const seconds = (at: Date = end) => Math.floor(at.getTime() / 1_000);
  return { from: seconds(starts[0]), to: seconds() - 1 };
}

/** Explains in one sentence which money the report counts. */
function Rule({ currency }: { readonly currency: string | null }) {
  if (currency === null) {
    return (
      <>
        A payment counts on the day it was confirmed, a refund on the day it was sent, both in
        satoshis.{' '}
        <IntentLink href={DISPLAY_CURRENCY_PAGE} className="text-accent underline">
          Choose a currency
        </IntentLink>{' '}
        to see amounts.
      </>
    );
  }
  return (
    <>
      A payment counts on the day it was confirmed, with its own price in {currency} or, without
      one, at the rate at its confirmation. A refund counts on the day it was sent, with its own
      amount or, without one, at the rate of its payment.
    </>
  );
}

function PrintedReport({ report }: { readonly report: ReportResponse }) {
  const merchant = useFrame((frame) => frame.merchant.name);
  return (
    <PrintSheet className="report-sheet">
      <p className="report-sheet-head">
        <strong>{merchant}</strong>
        <span>Report {periodText(report.period)}</span>
      </p>
      <p>
        {report.period.first} to {report.period.last}, by date confirmed, in {report.time_zone}
        {report.network && report.network !== 'mainnet' && `, on ${report.network}`}
      </p>
      <ReportFigures report={report} />
      <ReportExclusions report={report} />
      <DaysTable report={report} />
      <p>
        <Rule currency={report.currency} />
      </p>
    </PrintSheet>
  );
}
