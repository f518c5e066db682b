'use client';

import { useQuery } from '@tanstack/react-query';
import { Badge } from '@/app/_ui/badge';
import { ButtonLink } from '@/app/_ui/button';
import { EmptyState } from '@/app/_ui/empty-state';
import { SkeletonTable } from '@/app/_ui/skeleton-table';
import { actionsColumn, type Column, Table } from '@/app/_ui/table';
import { RelativeTime } from '@/app/_ui/time';
import type { KeyResponse } from '@/lib/http/keys/key-response';
import { keyQueries } from '../../_data/queries';
import { PageHead } from '../../_frame/page-head';
import { keyPage, NEW_KEY, SHOPS } from '../../_frame/paths';
import { nameColumn } from '../../_list/name-column';
import { QueryState } from '../../_list/query-state';
import { KeysToRotate } from './keys-to-rotate';
import { PluginKeys } from './plugin-keys';
import { KEY_ROTATION_EXPLANATION, RotateDialog } from './rotate-dialog';

const create = (
  <ButtonLink variant="primary" href={NEW_KEY}>
    Create API key
  </ButtonLink>
);

export function Keys() {
  const query = useQuery(keyQueries.list());
  const { data } = query;
  const canCreate = data?.can.administer ?? false;
  return (
    <>
      <PageHead
        title="API keys"
        actions={
          <>
            <ButtonLink href={SHOPS}>Connect a shop</ButtonLink>
            {canCreate && data?.data.length !== 0 && create}
          </>
        }
      >
        Your backend sends an API key with every request. A key belongs to one network and one
        wallet, and sees only the payments it created.
      </PageHead>
      <KeysToRotate />
      <QueryState
        what="The API keys"
        query={query}
        skeleton={<SkeletonTable caption="Loading API keys" columns={COLUMNS} rows={3} />}
      >
        {({ data: keys }) =>
          keys.length > 0 ? (
            <Table
              caption="API keys"
              columns={canCreate ? OWNER_COLUMNS : COLUMNS}
              rows={keys}
              keyOf={({ id }) => id}
            />
          ) : (
            <EmptyState title="No API keys yet." action={canCreate && create}>
              <p>
                {canCreate
                  ? 'Create a key with the public descriptor of the wallet that receives the money. Blocktally never needs a private key.'
                  : 'Ask an owner to create a key.'}
              </p>
            </EmptyState>
          )
        }
      </QueryState>
      <PluginKeys />
    </>
  );
}

const COLUMNS: readonly Column<KeyResponse>[] = [
  nameColumn('Name', ({ id, name }) => ({ href: keyPage(id), name })),
  { head: 'Status', phone: 'first-end', cell: ({ state }) => <KeyBadge state={state} /> },
  {
    head: 'Prefix',
    phone: 'second-start',
    cell: ({ prefix }) => <span className="mono text-ink-2">{prefix}…</span>,
  },
  { head: 'Network', className: 'max-lg:hidden', cell: ({ network }) => network },
  {
    head: 'Last used',
    phone: 'second-end',
    cellClassName: 'whitespace-nowrap text-ink-2',
    cell: ({ last_used_at: iso }) =>
      iso ? (
        <>
          <span className="sm:hidden">Used </span>
          <RelativeTime iso={iso} />
        </>
      ) : (
        <span className="text-ink-3">Never used</span>
      ),
  },
  {
    head: 'Expires',
    cellClassName: 'whitespace-nowrap text-ink-2',
    cell: ({ expires_at: iso }) =>
      iso ? <RelativeTime iso={iso} upcoming /> : <span className="text-ink-3">Never</span>,
  },
  {
    head: 'Created',
    numeric: true,
    className: 'max-lg:hidden',
    cellClassName: 'text-ink-2',
    cell: ({ created_at: iso }) => <RelativeTime iso={iso} />,
  },
];

const OWNER_COLUMNS: readonly Column<KeyResponse>[] = [
  // On a phone, the second line ends with the button, so the time of the last use moves to a third
  // line.
  ...COLUMNS.map((column) =>
    column.phone === 'second-end' ? { ...column, phone: 'third' as const } : column,
  ),
  actionsColumn(({ id, name, state }: KeyResponse) =>
    state === 'revoked' ? null : (
      <RotateDialog
        of={name}
        what="API key"
        endpoint="POST /api/dashboard/keys/{id}/rotate"
        id={id}
        explanation={KEY_ROTATION_EXPLANATION}
      />
    ),
  ),
];

export function KeyBadge({ state }: { state: KeyResponse['state'] }) {
  if (state === 'active') return <Badge tone="confirmed">Active</Badge>;
  if (state === 'expired') return <Badge tone="idle">Expired</Badge>;
  return <Badge tone="failed">Revoked</Badge>;
}
