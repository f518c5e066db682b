import type { Route } from 'next';
import Link from 'next/link';
import { RelativeTime } from '@/app/_ui/relative-time';
import { SkeletonRows } from '@/app/_ui/skeleton';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/app/_ui/table';
import type { KeyAnswer } from '@/lib/http/answers/key';
import { KeyBadge } from './key-badge';

export function KeyTable({ keys }: { keys: readonly KeyAnswer[] }) {
  return (
    <Table caption="API keys">
      <Head />
      <TableBody>
        {keys.map((key) => (
          <Row key={key.id}>
            <Cell phone="first-start" className="max-w-72">
              <Link
                href={`/dashboard/keys/${key.id}` as Route}
                data-row-link=""
                className="block truncate font-medium text-accent hover:underline"
                title={key.name}
              >
                {key.name}
              </Link>
            </Cell>
            <Cell phone="first-end">
              <KeyBadge state={key.state} />
            </Cell>
            <Cell phone="second-start">
              <span className="mono text-ink-2">{key.prefix}…</span>
            </Cell>
            <Cell>{key.network}</Cell>
            <Cell phone="second-end" className="text-ink-2">
              {key.last_used_at ? (
                <>
                  <span className="sm:hidden">Used </span>
                  <RelativeTime iso={key.last_used_at} />
                </>
              ) : (
                <span className="text-ink-3">Never used</span>
              )}
            </Cell>
            <Cell className="text-ink-2">
              {key.expires_at ? (
                <RelativeTime iso={key.expires_at} />
              ) : (
                <span className="text-ink-3">Never</span>
              )}
            </Cell>
            <Cell numeric className="text-ink-2">
              <RelativeTime iso={key.created_at} />
            </Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}

function Head() {
  return (
    <TableHead>
      <HeadCell>Name</HeadCell>
      <HeadCell>State</HeadCell>
      <HeadCell>Begins with</HeadCell>
      <HeadCell>Network</HeadCell>
      <HeadCell>Last used</HeadCell>
      <HeadCell>Expires</HeadCell>
      <HeadCell numeric>Created</HeadCell>
    </TableHead>
  );
}

export function KeySkeleton() {
  return (
    <Table caption="API keys are loading">
      <Head />
      <TableBody>
        <SkeletonRows rows={3} columns={7} />
      </TableBody>
    </Table>
  );
}
