'use client';

import { useQuery } from '@tanstack/react-query';
import { Badge } from '@/app/_ui/badge';
import { ButtonLink } from '@/app/_ui/button';
import { Empty } from '@/app/_ui/empty';
import { SkeletonTable } from '@/app/_ui/skeleton-table';
import { Cell, type Column, ColumnHeads, Row, Table, TableBody } from '@/app/_ui/table';
import { RelativeTime } from '@/app/_ui/time';
import type { KeyAnswer } from '@/lib/http/answers/key';
import { keyQueries } from '../../_data/queries';
import { PageHead } from '../../_frame/page-head';
import { keyPage, NEW_KEY } from '../../_frame/paths';
import { NameCell } from '../../_list/name-cell';
import { QueryState } from '../../_list/query-state';
import { FindRequest } from './find-request';
import { KeysToRotate } from './keys-to-rotate';

const create = (
  <ButtonLink variant="primary" href={NEW_KEY}>
    Create API key
  </ButtonLink>
);

/** The merchant's API keys. */
export function Keys() {
  const query = useQuery(keyQueries.list());
  const { data } = query;
  const canCreate = data?.can.administer ?? false;
  return (
    <>
      <PageHead title="API keys" actions={canCreate && data?.data.length !== 0 && create}>
        Your backend sends one with every request. A key belongs to one network and one wallet, and
        sees only the payments it created.
      </PageHead>
      <KeysToRotate />
      <QueryState
        what="The API keys"
        query={query}
        skeleton={<SkeletonTable caption="Loading API keys" columns={COLUMNS} rows={3} />}
      >
        {({ data: keys }) =>
          keys.length > 0 ? (
            <>
              <KeyTable keys={keys} />
              <FindRequest />
            </>
          ) : (
            <Empty title="No API keys yet." action={canCreate && create}>
              <p>
                {canCreate
                  ? 'Create one with the public descriptor of the wallet that receives the money. Blocktally never needs a private key.'
                  : 'Ask an owner to create one.'}
              </p>
            </Empty>
          )
        }
      </QueryState>
    </>
  );
}

const COLUMNS: readonly Column[] = [
  { head: 'Name' },
  { head: 'Status' },
  { head: 'Prefix' },
  { head: 'Network', className: 'max-lg:hidden' },
  { head: 'Last used' },
  { head: 'Expires' },
  { head: 'Created', numeric: true },
];

function KeyTable({ keys }: { keys: readonly KeyAnswer[] }) {
  return (
    <Table caption="API keys">
      <ColumnHeads columns={COLUMNS} />
      <TableBody>
        {keys.map((key) => (
          <Row key={key.id}>
            <NameCell href={keyPage(key.id)} name={key.name} />
            <Cell phone="first-end">
              <KeyBadge state={key.state} />
            </Cell>
            <Cell phone="second-start">
              <span className="mono text-ink-2">{key.prefix}…</span>
            </Cell>
            <Cell className="max-lg:hidden">{key.network}</Cell>
            <Cell phone="second-end" className="whitespace-nowrap text-ink-2">
              {key.last_used_at ? (
                <>
                  <span className="sm:hidden">Used </span>
                  <RelativeTime iso={key.last_used_at} />
                </>
              ) : (
                <span className="text-ink-3">Never used</span>
              )}
            </Cell>
            <Cell className="whitespace-nowrap text-ink-2">
              {key.expires_at ? (
                <RelativeTime iso={key.expires_at} upcoming />
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

/** The status of a key. */
export function KeyBadge({ state }: { state: KeyAnswer['state'] }) {
  if (state === 'active') return <Badge tone="confirmed">Active</Badge>;
  if (state === 'expired') return <Badge tone="idle">Expired</Badge>;
  return <Badge tone="failed">Revoked</Badge>;
}
