'use client';

import { useQuery } from '@tanstack/react-query';
import type { Route } from 'next';
import { useQueryStates } from 'nuqs';
import { Button } from '@/app/_ui/button';
import { Empty } from '@/app/_ui/empty';
import { IntentLink } from '@/app/_ui/intent-link';
import { SkeletonTable } from '@/app/_ui/skeleton-table';
import { Cell, type Column, ColumnHeads, Row, Table, TableBody } from '@/app/_ui/table';
import { RelativeTime } from '@/app/_ui/time';
import { canAdminister } from '@/lib/domain/roles';
import type { AuditEntryAnswer } from '@/lib/http/answers/people';
import { peopleQueries } from '../../_data/queries';
import { useFrame } from '../../_frame/frame';
import { PageHead } from '../../_frame/page-head';
import { deliveryPane, endpointPage, keyPage, linkPage, paymentPage } from '../../_frame/paths';
import { FilterSelect } from '../../_list/filters';
import { QueryState } from '../../_list/query-state';
import { ACTION_WORDS, actionWords } from './action-words';
import { auditParsers, searchOf } from './audit-url';

const ACTION_CHOICES = Object.entries(ACTION_WORDS).map(
  ([action, words]) => [action, words.charAt(0).toUpperCase() + words.slice(1)] as const,
);

/** The audit log, for owners only: it contains IP addresses. */
export function AuditLog() {
  const { role } = useFrame();
  return (
    <>
      <PageHead title="Audit log" aside={false}>
        Every change, with who made it and from which IP address. Entries cannot be edited or
        deleted.
      </PageHead>
      {canAdminister(role) ? (
        <Entries />
      ) : (
        <Empty title="Only owners can see the audit log.">
          <p>It contains the IP addresses that people sign in from.</p>
        </Empty>
      )}
    </>
  );
}

function Entries() {
  const [url, setUrl] = useQueryStates(auditParsers);
  const query = useQuery(peopleQueries.audit(searchOf(url)));
  return (
    <>
      <FilterSelect
        label="Action"
        value={url.action}
        all="All actions"
        choices={ACTION_CHOICES}
        onChoose={(action) => void setUrl({ action, after: null })}
      />
      <QueryState
        what="The audit log"
        query={query}
        skeleton={<SkeletonTable caption="Loading the audit log" columns={COLUMNS} />}
      >
        {({ data, has_more: more }) =>
          data.length === 0 ? (
            <Empty
              title={url.action ? 'No matching entries.' : 'No entries yet.'}
              action={
                url.action && (
                  <Button onClick={() => void setUrl({ action: null, after: null })}>
                    Clear filter
                  </Button>
                )
              }
            />
          ) : (
            <>
              <AuditTable entries={data} />
              <div className="flex gap-2">
                {url.after && (
                  <Button
                    size="small"
                    onClick={() => void setUrl({ after: null }, { history: 'push' })}
                  >
                    Newest
                  </Button>
                )}
                {more && (
                  <Button
                    size="small"
                    onClick={() =>
                      void setUrl({ after: data.at(-1)?.id ?? null }, { history: 'push' })
                    }
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

const COLUMNS: readonly Column[] = [
  { head: 'Time' },
  { head: 'User' },
  { head: 'Action' },
  { head: 'Target', className: 'w-full' },
  { head: 'IP address' },
];

function AuditTable({ entries }: { entries: readonly AuditEntryAnswer[] }) {
  return (
    <Table caption="Audit log">
      <ColumnHeads columns={COLUMNS} />
      <TableBody>
        {entries.map((entry) => (
          <Row key={entry.id}>
            <Cell phone="first-end" className="whitespace-nowrap text-ink-2">
              <RelativeTime iso={entry.at} />
            </Cell>
            <Cell phone="second-start" className="truncate sm:max-w-36 lg:max-w-56">
              <span title={entry.email}>{entry.email}</span>
            </Cell>
            <Cell phone="first-start" className="font-medium lg:whitespace-nowrap">
              {actionWords(entry.action)}
            </Cell>
            <Cell phone="third" className="w-full min-w-32 wrap-anywhere text-ink-2">
              <Target entry={entry} />
            </Cell>
            <Cell phone="second-end" className="mono whitespace-nowrap text-ink-3">
              {entry.ip}
            </Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}

/** What the action changed: a link to its page where there is one, and the recorded details. */
function Target({ entry: { subject, data } }: { entry: AuditEntryAnswer }) {
  const href = pageOf(subject);
  const { name, title = name, ...others } = data;
  const named = typeof title === 'string' ? title : undefined;
  const details = Object.entries(others).flatMap(([field, value]) => {
    const text = valueText(value);
    return text === undefined ? [] : `${field.replaceAll('_', ' ')}: ${text}`;
  });
  return (
    <span className="flex flex-wrap gap-x-3">
      {href ? (
        <IntentLink href={href} className="text-accent hover:underline">
          {named ?? <span className="mono">{subject}</span>}
        </IntentLink>
      ) : (
        (named ?? (details.length === 0 && <span className="mono">{subject}</span>))
      )}
      {details.length > 0 && <span>{details.join(', ')}</span>}
    </span>
  );
}

function pageOf(subject: string): Route | undefined {
  if (subject.startsWith('key_')) return keyPage(subject);
  if (subject.startsWith('pay_')) return paymentPage(subject);
  if (subject.startsWith('lnk_')) return linkPage(subject);
  if (subject.startsWith('dlv_')) return deliveryPane(subject);
  if (subject.startsWith('end_')) return endpointPage(subject);
  return undefined;
}

function valueText(value: unknown): string | undefined {
  if (value === null || value === '') return undefined;
  if (Array.isArray(value)) return value.length > 0 ? value.map(String).join(' ') : undefined;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
