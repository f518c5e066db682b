'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { Amount } from '@/app/_ui/amount';
import { ButtonLink } from '@/app/_ui/button';
import { Empty } from '@/app/_ui/empty';
import { SkeletonTable } from '@/app/_ui/skeleton-table';
import { Cell, type Column, ColumnHeads, Row, Table, TableBody } from '@/app/_ui/table';
import { RelativeTime } from '@/app/_ui/time';
import { canChange } from '@/lib/domain/roles';
import type { LinkAnswer } from '@/lib/http/answers/link';
import { linkQueries } from '../../_data/queries';
import { useFrame } from '../../_frame/frame';
import { PageHead } from '../../_frame/page-head';
import { linkPage, NEW_LINK } from '../../_frame/paths';
import { NameCell } from '../../_list/name-cell';
import { QueryState } from '../../_list/query-state';
import { ShowMore } from '../../_list/show-more';
import { LinkAmount, LinkBadge, paidText } from './link-words';

const create = (
  <ButtonLink variant="primary" href={NEW_LINK}>
    Create payment link
  </ButtonLink>
);

/** The merchant's payment links. */
export function Links() {
  const { role } = useFrame();
  const query = useInfiniteQuery(linkQueries.list());
  const links = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const canCreate = canChange(role);
  return (
    <>
      <PageHead title="Payment links" actions={canCreate && links.length > 0 && create}>
        A page on which your customers make payments themselves: for donations, invoices by mail and
        the till. It needs no backend.
      </PageHead>
      <QueryState
        what="The payment links"
        query={query}
        skeleton={<SkeletonTable caption="Loading payment links" columns={COLUMNS} rows={3} />}
      >
        {() =>
          links.length > 0 ? (
            <>
              <LinksTable links={links} />
              <ShowMore query={query} />
            </>
          ) : (
            <Empty title="No payment links yet." action={canCreate && create}>
              <p>
                {canCreate
                  ? 'Create one, and send its address or print its QR code.'
                  : 'Ask an owner or a member to create one.'}
              </p>
            </Empty>
          )
        }
      </QueryState>
    </>
  );
}

const COLUMNS: readonly Column[] = [
  { head: 'Title' },
  { head: 'Status' },
  { head: 'Amount' },
  { head: 'Visits', numeric: true, className: 'max-lg:hidden' },
  { head: 'Paid', numeric: true },
  { head: 'Received (sat)', numeric: true },
  { head: 'Created', numeric: true, className: 'max-lg:hidden' },
];

function LinksTable({ links }: { links: readonly LinkAnswer[] }) {
  return (
    <Table caption="Payment links">
      <ColumnHeads columns={COLUMNS} />
      <TableBody>
        {links.map((link) => (
          <Row key={link.id}>
            <NameCell href={linkPage(link.id)} name={link.title} />
            <Cell phone="first-end">
              <LinkBadge status={link.status} />
            </Cell>
            <Cell phone="second-start">
              <LinkAmount link={link} />
            </Cell>
            <Cell numeric className="max-lg:hidden">
              {link.visits}
            </Cell>
            <Cell numeric phone="second-end">
              {paidText(link)}
              <span className="sm:hidden"> paid</span>
            </Cell>
            <Cell numeric>
              <Amount sats={link.received_sats} unit={false} />
            </Cell>
            <Cell numeric className="text-ink-2 max-lg:hidden">
              <RelativeTime iso={link.created_at} />
            </Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}
