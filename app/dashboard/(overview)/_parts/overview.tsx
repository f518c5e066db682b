'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Amount } from '@/app/_ui/amount';
import { IntentLink } from '@/app/_ui/intent-link';
import { Skeleton } from '@/app/_ui/skeleton';
import { PaymentBadge } from '@/app/_ui/status-badge';
import { type Column, Table } from '@/app/_ui/table';
import { RelativeTime } from '@/app/_ui/time';
import type { Network } from '@/lib/domain/network';
import type { StripRange } from '@/lib/domain/strip-times';
import type { OverviewAnswer } from '@/lib/http/overview/overview-answer';
import { overviewQuery } from '../../_data/overview-queries';
import { useFrame } from '../../_frame/frame';
import { PageHead } from '../../_frame/page-head';
import { PAYMENTS, paymentPage } from '../../_frame/paths';
import { Section } from '../../_frame/section';
import { QueryState } from '../../_list/query-state';
import { ReferenceText } from '../../_list/reference-text';
import { RowLink } from '../../_list/row-link';
import { Strips } from '../_strips/strips';
import { Alerts } from './alerts';
import { BlockStrip } from './block-strip';
import { findAlerts } from './find-alerts';
import { FirstPayment } from './first-payment';
import { FailingEndpoints, Health } from './health';
import { OverviewFilters } from './overview-filters';
import { Worklist } from './worklist';

interface Props {
  /** Defaults to the merchant's first network. */
  readonly network: Network | null;
  readonly range: StripRange;
}

/** The state of the shop, and the outcomes of its payments in a range. */
export function Overview({ network, range }: Props) {
  const query = useQuery({ ...overviewQuery(network), select: withAlerts });
  return (
    <QueryState
      what="The overview"
      query={query}
      skeleton={<OverviewSkeleton />}
      heading="Overview"
    >
      {(overview) => (
        <Loaded overview={overview} range={range}>
          <Strips network={network} range={range} awaiting={overview.awaiting} />
        </Loaded>
      )}
    </QueryState>
  );
}

/**
 * Replaces the server's time by the alerts that depend on it, so that an equal response renders
 * nothing.
 */
function withAlerts(answer: OverviewAnswer) {
  const { now: _, ...overview } = answer;
  return { ...overview, alerts: findAlerts(answer) };
}

interface LoadedProps {
  readonly overview: ReturnType<typeof withAlerts>;
  readonly range: StripRange;
  /** The outcomes of the payments in the range. */
  readonly children: ReactNode;
}

function Loaded({ overview, range, children }: LoadedProps) {
  const role = useFrame((frame) => frame.role);
  const { network, networks, chains, alerts } = overview;
  if (!overview.any_payment || !network) {
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <PageHead title="Overview" />
        <Alerts alerts={alerts} />
        <FirstPayment hasKey={network !== null} role={role} />
      </div>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <PageHead title="Overview" actions={<OverviewFilters overview={overview} range={range} />} />
      <Alerts alerts={alerts} />
      <Worklist groups={overview.worklist} />
      <BlockStrip overview={overview} />
      {children}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <NewestPayments payments={overview.newest} />
        <div className="grid content-start gap-8">
          <FailingEndpoints hosts={overview.failing} />
          <Health
            chains={chains.filter((chain) => networks.includes(chain.network))}
            outbox={overview.outbox}
          />
        </div>
      </div>
    </div>
  );
}

/** The loading overview, in its final size. */
function OverviewSkeleton() {
  return (
    <div className="grid gap-6">
      <Skeleton className="h-7 w-32" />
      <div className="flex gap-12">
        <Skeleton className="h-16 w-36" />
        <Skeleton className="h-16 w-36" />
        <Skeleton className="h-16 w-36" />
      </div>
      <Skeleton className="h-56 w-full" />
      <Skeleton className="h-64 w-full" />
    </div>
  );
}

function NewestPayments({ payments }: { payments: OverviewAnswer['newest'] }) {
  return (
    <Section
      title="Newest payments"
      aside={
        <IntentLink href={PAYMENTS} className="text-accent text-small hover:underline">
          All payments
        </IntentLink>
      }
    >
      {payments.length === 0 ? (
        <p className="border-y bg-surface px-4 py-8 text-ink-2">No payments on this network yet.</p>
      ) : (
        <Table caption="Newest payments" columns={COLUMNS} rows={payments} keyOf={({ id }) => id} />
      )}
    </Section>
  );
}

const COLUMNS: readonly Column<OverviewAnswer['newest'][number]>[] = [
  {
    head: 'Status',
    phone: 'second-start',
    cell: ({ status, flags }) => <PaymentBadge status={status} flags={flags} />,
  },
  {
    head: 'Reference',
    phone: 'first-start',
    cellClassName: 'w-full truncate sm:max-w-0',
    cell: (payment) => (
      <RowLink href={paymentPage(payment.id)} className="font-medium text-ink hover:underline">
        <ReferenceText payment={payment} />
      </RowLink>
    ),
  },
  {
    head: 'Amount (sat)',
    numeric: true,
    phone: 'first-end',
    cell: ({ amount_sats: sats }) => <Amount sats={sats} unit={false} />,
  },
  {
    head: 'Created',
    numeric: true,
    phone: 'second-end',
    cellClassName: 'text-ink-2',
    cell: ({ created_at: iso }) => <RelativeTime iso={iso} />,
  },
];
