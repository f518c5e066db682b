'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { Amount } from '@/app/_ui/amount';
import { ButtonLink } from '@/app/_ui/button';
import { EmptyState } from '@/app/_ui/empty-state';
import { SkeletonTable } from '@/app/_ui/skeleton-table';
import { type Column, Table } from '@/app/_ui/table';
import { RelativeTime } from '@/app/_ui/time';
import { canMakeChanges } from '@/lib/domain/roles';
import type { LinkResponse } from '@/lib/http/links/link-response';
import { linkQueries } from '../../_data/queries';
import { useFrame } from '../../_frame/frame';
import { PageHead } from '../../_frame/page-head';
import { linkPage, NEW_LINK } from '../../_frame/paths';
import { nameColumn } from '../../_list/name-column';
import { QueryState } from '../../_list/query-state';
import { ShowMore } from '../../_list/show-more';
import { LinkAmount, LinkBadge, paidPaymentsText } from './link-words';

const create = (
  <ButtonLink variant="primary" href={NEW_LINK}>
    Create payment link
  </ButtonLink>
);

export function Links() {
  const { role } = useFrame();
  const query = useInfiniteQuery(linkQueries.list());
  const links = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const canCreate = canMakeChanges(role);
  return (
    <>
      <PageHead title="Payment links" actions={canCreate && links.length > 0 && create}>
        Pages on which your customers start payments themselves, for donations, invoices and sales
        at the counter. They need no backend.
      </PageHead>
      <QueryState
        what="The payment links"
        query={query}
        skeleton={<SkeletonTable caption="Loading payment links" columns={COLUMNS} rows={3} />}
      >
        {() =>
          links.length > 0 ? (
            <>
              <Table
                caption="Payment links"
                columns={COLUMNS}
                rows={links}
                keyOf={({ id }) => id}
              />
              <ShowMore query={query} />
            </>
          ) : (
            <EmptyState title="No payment links yet." action={canCreate && create}>
              <p>
                {canCreate
                  ? 'Create a link, and send its address or print its QR code.'
                  : 'Ask an owner or a member to create a link.'}
              </p>
            </EmptyState>
          )
        }
      </QueryState>
    </>
  );
}

const COLUMNS: readonly Column<LinkResponse>[] = [
  nameColumn('Title', ({ id, title }) => ({ href: linkPage(id), name: title })),
  { head: 'Status', phone: 'first-end', cell: ({ status }) => <LinkBadge status={status} /> },
  { head: 'Amount', phone: 'second-start', cell: (link) => <LinkAmount link={link} /> },
  { head: 'Visits', numeric: true, className: 'max-lg:hidden', cell: ({ visits }) => visits },
  {
    head: 'Paid',
    numeric: true,
    phone: 'second-end',
    cell: (link) => (
      <>
        {paidPaymentsText(link)}
        <span className="sm:hidden"> paid</span>
      </>
    ),
  },
  {
    head: 'Received (sat)',
    numeric: true,
    cell: ({ received_sats: sats }) => <Amount sats={sats} unit={false} />,
  },
  {
    head: 'Created',
    numeric: true,
    className: 'max-lg:hidden',
    cellClassName: 'text-ink-2',
    cell: ({ created_at: iso }) => <RelativeTime iso={iso} />,
  },
];
