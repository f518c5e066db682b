import { Badge } from '@/app/_ui/badge';
import { SkeletonTable } from '@/app/_ui/skeleton-table';
import { type Column, Table } from '@/app/_ui/table';
import { ClockTime } from '@/app/_ui/time';
import { durationText } from '@/app/_ui/time-text';
import type { RequestAnswer } from '@/lib/http/requests/request-answer';
import { requestPage } from '../../_frame/paths';
import { RowLink } from '../../_list/row-link';
import { ProblemLink } from './problem-link';

interface Props {
  readonly apiKeyId: string;
  readonly requests: readonly RequestAnswer[];
}

export function RequestTable({ apiKeyId, requests }: Props) {
  return (
    <Table
      caption="Requests"
      columns={columnsOf(apiKeyId)}
      rows={requests}
      keyOf={({ id }) => id}
    />
  );
}

const columnsOf = (apiKeyId: string): readonly Column<RequestAnswer>[] => [
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
        href={requestPage(apiKeyId, id)}
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

/** "/v1/btc/payments/pay_eWQ1…92R7/cancel": a path with shortened ids. */
function shortened(path: string): string {
  return path.replace(/_(\w{4})\w{14}(\w{4})(?=\/|$)/g, '_$1…$2');
}

export function RequestSkeleton() {
  return <SkeletonTable caption="Loading requests" columns={columnsOf('')} />;
}

export function StatusBadge({ status }: { status: number }) {
  return <Badge tone={status < 400 ? 'confirmed' : 'failed'}>{status}</Badge>;
}
