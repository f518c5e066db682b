import { Badge } from '@/app/_ui/badge';
import { SkeletonTable } from '@/app/_ui/skeleton-table';
import { Cell, type Column, ColumnHeads, Row, Table, TableBody } from '@/app/_ui/table';
import { ClockTime } from '@/app/_ui/time';
import { durationText } from '@/app/_ui/time-text';
import type { RequestAnswer } from '@/lib/http/answers/request';
import { requestPage } from '../../_frame/paths';
import { RowLink } from '../../_list/row-link';
import { ProblemLink } from './problem-link';

interface Props {
  readonly apiKeyId: string;
  readonly requests: readonly RequestAnswer[];
}

const COLUMNS: readonly Column[] = [
  { head: 'Time' },
  { head: 'Request', className: 'sm:w-full' },
  { head: 'Status' },
  { head: 'Problem' },
  { head: 'Duration', numeric: true },
];

/** Requests, newest first. */
export function RequestTable({ apiKeyId, requests }: Props) {
  return (
    <Table caption="Requests">
      <ColumnHeads columns={COLUMNS} />
      <TableBody>
        {requests.map((request) => (
          <Row key={request.id}>
            <Cell phone="second-end" className="whitespace-nowrap text-ink-2">
              <ClockTime iso={request.at} />
            </Cell>
            <Cell phone="first-start" className="sm:w-full sm:max-w-0">
              <RowLink
                href={requestPage(apiKeyId, request.id)}
                className="mono block truncate text-accent hover:underline"
                title={`${request.method} ${request.path}`}
              >
                {request.method} {shortened(request.path)}
              </RowLink>
            </Cell>
            <Cell phone="first-end">
              <StatusBadge status={request.status} />
            </Cell>
            <Cell phone="second-start">
              {request.problem_code && <ProblemLink code={request.problem_code} />}
            </Cell>
            <Cell numeric className="text-ink-2">
              {durationText(request.duration_ms)}
            </Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}

/** "/v1/btc/payments/pay_eWQ1…92R7/cancel": a path with its ids cut in the middle. */
function shortened(path: string): string {
  return path.replace(/_(\w{4})\w{14}(\w{4})(?=\/|$)/g, '_$1…$2');
}

export function RequestSkeleton() {
  return <SkeletonTable caption="Loading requests" columns={COLUMNS} />;
}

/** The HTTP status of a request. */
export function StatusBadge({ status }: { status: number }) {
  return <Badge tone={status < 400 ? 'confirmed' : 'failed'}>{status}</Badge>;
}
