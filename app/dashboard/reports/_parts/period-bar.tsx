import clsx from 'clsx';
import { type FormEvent, useState } from 'react';
import { Button } from '@/app/_ui/button';
import { Field, Input } from '@/app/_ui/field';
import { IntentLink } from '@/app/_ui/intent-link';
import type { CalendarDay } from '@/lib/domain/local-days';
import type { Network } from '@/lib/domain/network';
import {
  MAX_PERIOD_DAYS,
  parsePeriod,
  periodAfter,
  periodContaining,
  type ReportPeriod,
} from '@/lib/domain/report-period';
import type { ReportResponse } from '@/lib/http/reports/report-response';
import { reportPage } from '../../_frame/paths';
import { PeriodLink } from '../../_frame/period-link';
import { useGuardedNavigate } from '../../_frame/use-guarded-navigate';
import { periodText } from './period-text';

interface Props {
  readonly report: ReportResponse;
  readonly network: Network | null;
}

const KINDS = [
  ['month', 'Month'],
  ['quarter', 'Quarter'],
  ['year', 'Year'],
] as const;

export function PeriodBar({ report, network }: Props) {
  const period = report.period as ReportPeriod;
  const [isCustom, setCustom] = useState(period.kind === 'custom');
  const pageOf = (name: string) => reportPage({ ...(network && { network }), period: name });
  // A link to another kind of period leads to the period of the last shown day, or of today if
  // today is earlier.
  const day = (period.last < report.today ? period.last : report.today) as CalendarDay;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Steps period={period} today={report.today} pageOf={pageOf} />
        <nav aria-label="Length of the period" className="report-kinds">
          {KINDS.map(([kind, label]) => (
            <IntentLink
              key={kind}
              href={pageOf(periodContaining(kind, day).name)}
              scroll={false}
              aria-current={period.kind === kind ? 'true' : undefined}
            >
              {label}
            </IntentLink>
          ))}
          <button
            type="button"
            aria-expanded={isCustom}
            className={clsx(period.kind === 'custom' && 'is-current')}
            onClick={() => setCustom(!isCustom)}
          >
            Custom dates
          </button>
        </nav>
        <span className="text-ink-2 text-small sm:ms-auto">
          By date confirmed, in {report.time_zone}
        </span>
      </div>
      {isCustom && <CustomDates key={period.name} period={period} pageOf={pageOf} />}
    </div>
  );
}

interface StepsProps {
  readonly period: ReportPeriod;
  readonly today: string;
  readonly pageOf: (name: string) => ReturnType<typeof reportPage>;
}

/** Links to the previous and the next period; a future period has no link. */
function Steps({ period, today, pageOf }: StepsProps) {
  const before = periodAfter(period, -1);
  const after = periodAfter(period, 1);
  const isKnown = after !== undefined && after.first <= today;
  return (
    <div className="flex items-center gap-1 max-sm:w-full max-sm:justify-between">
      {before && <PeriodLink to="before" href={pageOf(before.name)} label={periodText(before)} />}
      <h2 className="min-w-[12ch] px-1 text-center text-section">{periodText(period)}</h2>
      <PeriodLink
        to="after"
        href={isKnown ? pageOf(after.name) : null}
        label={isKnown ? periodText(after) : 'Next period'}
      />
    </div>
  );
}

/** Both dates are included. */
function CustomDates({ period, pageOf }: Omit<StepsProps, 'today'>) {
  const [first, setFirst] = useState<string>(period.first);
  const [last, setLast] = useState<string>(period.last);
  const [error, setError] = useState<string | null>(null);
  const go = useGuardedNavigate();
  const show = (event: FormEvent) => {
    event.preventDefault();
    const wanted = parsePeriod(`${first}_${last}`);
    if (wanted) go(pageOf(wanted.name));
    else {
      setError(
        first > last
          ? 'The first day must not be after the last.'
          : `Choose two dates, at most ${MAX_PERIOD_DAYS} days.`,
      );
    }
  };
  return (
    <form onSubmit={show} noValidate className="flex flex-wrap items-end gap-3">
      <Field label="From">
        <Input type="date" value={first} onChange={({ target }) => setFirst(target.value)} />
      </Field>
      <Field label="To">
        <Input type="date" value={last} onChange={({ target }) => setLast(target.value)} />
      </Field>
      <Button type="submit">Show</Button>
      {error && (
        <p role="alert" className="w-full text-failed text-small font-medium">
          {error}
        </p>
      )}
    </form>
  );
}
