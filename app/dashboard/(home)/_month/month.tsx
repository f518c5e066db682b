'use client';

import { useQuery } from '@tanstack/react-query';
import type { Route } from 'next';
import type { ReactNode } from 'react';
import { Amount, GroupedNumber } from '@/app/_ui/amount';
import { useClock } from '@/app/_ui/clock';
import { Skeleton } from '@/app/_ui/skeleton';
import { countWithNoun } from '@/lib/domain/count-with-noun';
import { DEFAULT_TIME_ZONE } from '@/lib/domain/intl-formats';
import { type CalendarMonth, plusMonths } from '@/lib/domain/local-days';
import type { Network } from '@/lib/domain/network';
import type { MoneySumResponse, MonthResponse } from '@/lib/http/home/month-response';
import { homeQueries } from '../../_data/home-queries';
import { PageHead } from '../../_frame/page-head';
import { HOME } from '../../_frame/paths';
import { PeriodLink } from '../../_frame/period-link';
import { MoneyInDisplayCurrency } from '../../_list/money-in-display-currency';
import { QueryState } from '../../_list/query-state';
import { MonthChart } from './month-chart';
import { monthText, ordinal } from './month-words';

interface Props {
  /** Null for the merchant's first network. */
  readonly network: Network | null;
  /** Such as "2026-11"; null for the current month. */
  readonly month: string | null;
  readonly isTitle: boolean;
  readonly actions: ReactNode;
}

export function Month({ network, month, isTitle, actions }: Props) {
  const { timeZone = DEFAULT_TIME_ZONE } = useClock();
  const query = useQuery(homeQueries.month({ network, month, timeZone }));
  return (
    <QueryState what="The month" query={query} skeleton={<MonthSkeleton />}>
      {(answer) => (
        <section
          aria-label={monthText(answer.month)}
          className="grid grid-cols-[minmax(0,1fr)] gap-5"
        >
          {isTitle ? (
            <PageHead
              title={monthText(answer.month)}
              aside={<MonthLinks month={answer} network={network} />}
              actions={actions}
            />
          ) : (
            <div className="flex flex-wrap items-center justify-between gap-3">
              <div className="flex items-center gap-3">
                <h2 className="text-section">{monthText(answer.month)}</h2>
                <MonthLinks month={answer} network={network} />
              </div>
              {actions}
            </div>
          )}
          <div>
            <Figures month={answer} />
            <MonthChart key={answer.month} month={answer} />
            <p className="text-ink-3 text-small">Days in {answer.time_zone}</p>
          </div>
        </section>
      )}
    </QueryState>
  );
}

/** The amount that is on its way now, whichever month is shown. */
export function AmountOnItsWay({ network, month }: Pick<Props, 'network' | 'month'>) {
  const { timeZone = DEFAULT_TIME_ZONE } = useClock();
  const { data } = useQuery(homeQueries.month({ network, month, timeZone }));
  if (!data) return null;
  const { on_its_way: money, currency } = data;
  // If a payment has no rate, the total in currency would be too low, so only satoshis are shown.
  const isWhole = money.volume?.without_rate === 0;
  return (
    <span className="inline-grid align-top tabular-nums">
      <MoneyInDisplayCurrency money={money} currency={isWhole ? currency : null} />
      {isWhole && (
        <span className="text-small">
          <Amount sats={money.sats} />
        </span>
      )}
    </span>
  );
}

interface LinksProps {
  readonly month: MonthResponse;
  readonly network: Network | null;
}

/** Links to the previous and the next month; a future month has no link. */
function MonthLinks({ month: { month, today }, network }: LinksProps) {
  const href = (months: number) => {
    const name = plusMonths(month as CalendarMonth, months);
    const search = new URLSearchParams({ month: name, ...(network && { network }) });
    return `${HOME}?${search}` as Route;
  };
  const name = (months: number) => monthText(plusMonths(month as CalendarMonth, months));
  return (
    <span className="flex gap-1">
      <PeriodLink to="before" href={href(-1)} label={name(-1)} />
      <PeriodLink to="after" href={today === null ? href(1) : null} label={name(1)} />
    </span>
  );
}

function Figures({ month }: { month: MonthResponse }) {
  const { currency, earned, today, days, on_its_way: arriving, to_give_back: back } = month;
  const ordersToday = today === null ? undefined : days[today - 1]?.payments;
  return (
    <dl className="month-figures">
      <div>
        <dt>Earned</dt>
        <dd>
          <span className="month-value is-first">
            <MoneyInDisplayCurrency money={earned} currency={currency} />
          </span>
          <EarnedNote month={month} />
        </dd>
      </div>
      <div>
        <dt>Orders</dt>
        <dd>
          <span className="month-value">
            <GroupedNumber value={earned.payments} />
          </span>
          {ordersToday !== undefined && <span>{ordersToday} today</span>}
        </dd>
      </div>
      <Held name="On its way" money={arriving} month={month} />
      <Held name="To give back" money={back} month={month} />
    </dl>
  );
}

/** Shows the earned satoshis, and the amount earned by the same day of the previous month. */
function EarnedNote({ month }: { month: MonthResponse }) {
  const { month: name, currency, earned, earlier, today } = month;
  const before = monthText(plusMonths(name as CalendarMonth, -1), false);
  const without = earned.volume?.without_rate ?? 0;
  return (
    <span>
      {currency && (
        <>
          <Amount sats={earned.sats} />.{' '}
        </>
      )}
      {today === null ? `${before}: ` : `${before} up to the ${ordinal(today)}: `}
      <MoneyInDisplayCurrency money={earlier} currency={currency} />
      {without > 0 && `. ${countWithNoun(without, 'payment')} not converted to ${currency}`}
    </span>
  );
}

interface HeldProps {
  readonly name: string;
  readonly money: MoneySumResponse;
  readonly month: MonthResponse;
}

function Held({ name, money, month: { currency } }: HeldProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span className="month-value">
          <MoneyInDisplayCurrency money={money} currency={currency} />
        </span>
        {money.payments > 0 && <span>{countWithNoun(money.payments, 'payment')}</span>}
      </dd>
    </div>
  );
}

function MonthSkeleton() {
  return (
    <div className="grid gap-5">
      <Skeleton className="h-9 w-56" />
      <Skeleton className="h-96 w-full" />
    </div>
  );
}
