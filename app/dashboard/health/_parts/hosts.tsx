'use client';

import { Badge } from '@/app/_ui/badge';
import { useNowEvery } from '@/app/_ui/clock';
import { IntentLink } from '@/app/_ui/intent-link';
import { type Column, Table } from '@/app/_ui/table';
import { RelativeTime } from '@/app/_ui/time';
import { ageText } from '@/app/_ui/time-text';
import { countWithNoun } from '@/lib/domain/count-with-noun';
import type { WebhookHostResponse } from '@/lib/http/health/health-response';
import { hostDeliveriesPage } from '../../_frame/paths';
import { isBackingOff } from './find-problems';

const TICK_MS = 5_000;

/** Hosts to which sending is paused come first. */
export function Hosts({ hosts }: { hosts: readonly WebhookHostResponse[] }) {
  if (hosts.length === 0) return <p className="text-ink-2">No webhook has been sent yet.</p>;
  return (
    <Table caption="Webhook hosts" columns={COLUMNS} rows={hosts} keyOf={({ host }) => host} />
  );
}

const COLUMNS: readonly Column<WebhookHostResponse>[] = [
  {
    head: 'Host',
    phone: 'first-start',
    className: 'sm:w-full',
    cellClassName: 'sm:max-w-0',
    cell: ({ host }) => (
      <IntentLink
        href={hostDeliveriesPage(host)}
        className="mono block truncate text-accent hover:underline"
        title={host}
      >
        {host}
      </IntentLink>
    ),
  },
  {
    head: 'State',
    phone: 'first-end',
    cellClassName: 'whitespace-nowrap',
    cell: (host) => <HostBadge host={host} />,
  },
  {
    head: 'Last accepted',
    phone: 'second-start',
    cellClassName: 'whitespace-nowrap text-ink-2',
    cell: ({ last_success_at: iso }) => (
      <>
        <span className="sm:hidden">Accepted </span>
        {iso ? <RelativeTime iso={iso} /> : <span className="text-ink-3">never</span>}
      </>
    ),
  },
  {
    head: 'Last failed',
    phone: 'second-end',
    cellClassName: 'whitespace-nowrap text-ink-2',
    cell: ({ failures, last_failure_at: iso }) =>
      iso && failures > 0 ? (
        <>
          <span className="sm:hidden">Failed </span>
          <RelativeTime iso={iso} />
          {`, ${countWithNoun(failures, 'attempt')} in a row`}
        </>
      ) : (
        <span className="text-ink-3">
          <span className="sm:hidden">No failure</span>
          <span className="max-sm:hidden">none</span>
        </span>
      ),
  },
];

function HostBadge({ host }: { host: WebhookHostResponse }) {
  const now = useNowEvery(TICK_MS);
  if (isBackingOff(host, now)) {
    const left = ageText(Date.parse(host.open_until ?? '') - now);
    return <Badge tone="failed">{`Backing off, ${left} left`}</Badge>;
  }
  if (host.failures > 0) return <Badge tone="pending">Retrying</Badge>;
  if (host.last_success_at) return <Badge tone="confirmed">Working</Badge>;
  return <Badge tone="idle">No attempt yet</Badge>;
}
