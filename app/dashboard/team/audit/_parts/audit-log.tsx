'use client';

import { useQuery } from '@tanstack/react-query';
import type { Route } from 'next';
import { Button, buttonClasses } from '@/app/_ui/button';
import { EmptyState } from '@/app/_ui/empty-state';
import { Download } from '@/app/_ui/icons';
import { IntentLink } from '@/app/_ui/intent-link';
import { SkeletonTable } from '@/app/_ui/skeleton-table';
import { type Column, Table } from '@/app/_ui/table';
import { RelativeTime } from '@/app/_ui/time';
import { AUDIT_ACTION_LABELS } from '@/lib/domain/audit-words';
import { canAdminister } from '@/lib/domain/roles';
import type { AuditEntryResponse } from '@/lib/http/merchant/audit-routes';
import { peopleQueries } from '../../../_data/queries';
import { useFrame } from '../../../_frame/frame';
import {
  AUDIT_LOG,
  deliveryPage,
  endpointPage,
  keyPage,
  linkPage,
  paymentPage,
  walletRowLink,
} from '../../../_frame/paths';
import { FilterSelect } from '../../../_list/filters';
import { MomentRangeFields } from '../../../_list/moment-range-fields';
import { QueryState } from '../../../_list/query-state';
import { PAGE_CHANGE_OPTIONS, useUrlState } from '../../../_list/use-url-state';
import { TeamPageHead } from '../../_parts/team-page-head';
import { auditLogSearch, auditUrlParsers, NO_AUDIT_FILTERS } from './audit-url';

/** Shown only to owners, because the log contains IP addresses. */
export function AuditLog() {
  const { role } = useFrame();
  return (
    <>
      <TeamPageHead current={AUDIT_LOG} />
      <p className="max-w-reading text-ink-2">
        Every change, with who made it and from which IP address. Entries cannot be edited or
        deleted.
      </p>
      {canAdminister(role) ? (
        <Entries />
      ) : (
        <EmptyState title="Only owners can see the audit log.">
          <p>The audit log contains the IP addresses that people sign in from.</p>
        </EmptyState>
      )}
    </>
  );
}

function Entries() {
  const [url, setUrl] = useUrlState(auditUrlParsers);
  const query = useQuery(peopleQueries.audit(auditLogSearch(url)));
  const { after, ...filters } = url;
  const isFiltered = Object.values(filters).some((value) => value !== null);
  return (
    <>
      <div className="flex flex-wrap items-end gap-2">
        <FilterSelect
          label="Person"
          value={url.user}
          all="All people"
          choices={(query.data?.actors ?? []).map(({ user_id: id, name }) => [id, name] as const)}
          onChoose={(user) => setUrl({ user, after: null })}
        />
        <FilterSelect
          label="Action"
          value={url.action}
          all="All actions"
          choices={AUDIT_ACTION_LABELS}
          onChoose={(action) => setUrl({ action, after: null })}
        />
        <MomentRangeFields
          days
          from={url.from}
          to={url.to}
          onChange={(change) => setUrl({ ...change, after: null })}
        />
        <a
          href={`/api/dashboard/audit/export?${auditLogSearch({ ...url, after: null })}`}
          download
          className={buttonClasses({ className: 'sm:ms-auto' })}
        >
          <Download aria-hidden />
          Export CSV
        </a>
      </div>
      <QueryState
        what="The audit log"
        query={query}
        skeleton={<SkeletonTable caption="Loading the audit log" columns={COLUMNS} />}
      >
        {({ data, has_more: more }) =>
          data.length === 0 ? (
            <EmptyState
              title={isFiltered ? 'No matching entries.' : 'No entries yet.'}
              action={
                isFiltered && (
                  <Button onClick={() => setUrl(NO_AUDIT_FILTERS)}>Clear filters</Button>
                )
              }
            />
          ) : (
            <>
              <Table caption="Audit log" columns={COLUMNS} rows={data} keyOf={({ id }) => id} />
              <div className="flex gap-2">
                {after && (
                  <Button size="small" onClick={() => setUrl({ after: null }, PAGE_CHANGE_OPTIONS)}>
                    Newest
                  </Button>
                )}
                {more && (
                  <Button
                    size="small"
                    onClick={() => setUrl({ after: data.at(-1)?.id ?? null }, PAGE_CHANGE_OPTIONS)}
                  >
                    Older
                  </Button>
                )}
              </div>
            </>
          )
        }
      </QueryState>
    </>
  );
}

const COLUMNS: readonly Column<AuditEntryResponse>[] = [
  {
    head: 'What happened',
    phone: 'third',
    className: 'w-full',
    cellClassName: 'min-w-32 wrap-anywhere',
    cell: (entry) => <Sentence entry={entry} />,
  },
  {
    head: 'Time',
    phone: 'first-start',
    cellClassName: 'whitespace-nowrap text-ink-2',
    cell: ({ at }) => <RelativeTime iso={at} />,
  },
  {
    head: 'IP address',
    phone: 'first-end',
    cellClassName: 'mono whitespace-nowrap text-ink-3',
    cell: ({ ip }) => ip,
  },
];

/** Shows "Lea K. created payment Order 4711 for 49.90 EUR", with a link to what was changed. */
function Sentence({ entry: { actor, email, sentence, subject } }: { entry: AuditEntryResponse }) {
  const { before, object, after } = sentence;
  const href = pageOf(subject);
  return (
    <>
      <span className="font-semibold" title={email}>
        {actor}
      </span>{' '}
      {before}
      {object !== null && ' '}
      {object !== null && href ? (
        <IntentLink href={href} className="text-accent underline underline-offset-2">
          {object}
        </IntentLink>
      ) : (
        object !== null && <span className="font-medium">{object}</span>
      )}
      {after}
    </>
  );
}

function pageOf(subject: string): Route | undefined {
  if (subject.startsWith('key_')) return keyPage(subject);
  if (subject.startsWith('pay_')) return paymentPage(subject);
  if (subject.startsWith('lnk_')) return linkPage(subject);
  if (subject.startsWith('dlv_')) return deliveryPage(subject);
  if (subject.startsWith('end_')) return endpointPage(subject);
  if (subject.startsWith('wal_')) return walletRowLink(subject);
  return undefined;
}
