import { Badge } from '@/app/_ui/badge';
import { IntentLink } from '@/app/_ui/intent-link';
import { SkeletonTable } from '@/app/_ui/skeleton-table';
import { type Column, Table } from '@/app/_ui/table';
import { ClockTime } from '@/app/_ui/time';
import { durationText } from '@/app/_ui/time-text';
import type { LoggedRequestResponse } from '@/lib/http/requests/request-response';
import { keyPage, requestPage } from '../../_frame/paths';
import { RowLink } from '../../_list/row-link';
import { ProblemLink } from './problem-link';

interface Props {
  readonly requests: readonly LoggedRequestResponse[];
  readonly withKey: boolean;
}

export function RequestTable({ requests, withKey }: Props) {
  const columns = withKey ? [...COLUMNS, KEY_COLUMN] : COLUMNS;
  return <Table caption="Requests" columns={columns} rows={requests} keyOf={({ id }) => id} />;
}

const KEY_COLUMN: Column<LoggedRequestResponse> = {
  head: 'API key',
  phone: 'third',
  cellClassName: 'max-w-40 truncate',
  cell: ({ api_key: { id, name } }) => (
    <IntentLink href={keyPage(id)} className="text-ink-2 hover:underline" title={name}>
      {name}
    </IntentLink>
  ),
};

const COLUMNS: readonly Column<LoggedRequestResponse>[] = [
  {
    head: 'Time',
    phone: 'second-end',
    cellClassName: 'whitespace-nowrap text-ink-2',
    cell: ({ at }) => <ClockTime iso={at} />,
  },
  {
    head: 'Request',
    phone: 'first-start',
    className: 'sm:w-full',
    cellClassName: 'sm:max-w-0',
    cell: ({ id, method, path }) => (
      <RowLink
        href={requestPage(id)}
        className="mono block truncate text-accent hover:underline"
        title={`${method} ${path}`}
      >
        {method} {shortened(path)}
      </RowLink>
    ),
  },
  { head: 'Status', phone: 'first-end', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    head: 'Problem',
    phone: 'second-start',
    cell: ({ problem_code: code }) => code && <ProblemLink code={code} />,
  },
  {
    head: 'Duration',
    numeric: true,
    cellClassName: 'text-ink-2',
    cell: ({ duration_ms: ms }) => durationText(ms),
  },
];

/** Shortens ids: "/v1/btc/payments/pay_eWQ1…92R7/cancel". */
function shortened(path: string): string {
  return path.replace(/_(\w{4})\w{14}(\w{4})(?=\/|$)/g, '_$1…$2');
}

export function RequestSkeleton() {
  return <SkeletonTable caption="Loading requests" columns={COLUMNS} />;
}

export function StatusBadge({ status }: { status: number }) {
  return <Badge tone={status < 400 ? 'confirmed' : 'failed'}>{status}</Badge>;
}
