'use client';

import { useQuery } from '@tanstack/react-query';
import type { Route } from 'next';
import { Button } from '@/app/_ui/button';
import { Empty } from '@/app/_ui/empty';
import { IntentLink } from '@/app/_ui/intent-link';
import { SkeletonTable } from '@/app/_ui/skeleton-table';
import { type Column, Table } from '@/app/_ui/table';
import { RelativeTime } from '@/app/_ui/time';
import { spanText } from '@/app/_ui/time-text';
import type { AuditAction } from '@/lib/domain/audit-action';
import { canAdminister } from '@/lib/domain/roles';
import type { AuditEntryAnswer } from '@/lib/http/merchant/people-answer';
import { peopleQueries } from '../../_data/queries';
import { simulatedWords } from '../../_data/simulated-words';
import { useFrame } from '../../_frame/frame';
import { PageHead } from '../../_frame/page-head';
import { deliveryPane, endpointPage, keyPage, linkPage, paymentPage } from '../../_frame/paths';
import { FilterSelect } from '../../_list/filters';
import { QueryState } from '../../_list/query-state';
import { TO_PAGE, useUrlState } from '../../_list/use-url-state';
import { auditParsers, searchOf } from './audit-url';

const ACTION_WORDS: Readonly<Record<AuditAction, string>> = {
  'payment.create': 'created a payment',
  'payment.cancel': 'canceled a payment',
  'payment.handle': 'marked a payment as done',
  'payment.unhandle': 'reopened a payment marked as done',
  'payment.simulate': 'simulated on the sandbox',
  'link.create': 'created a payment link',
  'link.deactivate': 'deactivated a payment link',
  'delivery.resend': 'resent a webhook',
  'delivery.resend_failed': 'resent failed webhooks',
  'endpoint.pause': 'paused a webhook endpoint',
  'endpoint.resume': 'resumed a webhook endpoint',
  'webhook.test': 'sent a test webhook',
  'key.create': 'created an API key',
  'key.update': 'changed an API key',
  'key.rotate': 'rotated an API key',
  'key.revoke': 'revoked an API key',
  'signing_secret.reveal': 'viewed a signing secret',
  'signing_secret.rotate': 'rotated a signing secret',
  'invitation.create': 'invited someone',
  'invitation.accept': 'accepted an invitation',
  'invitation.revoke': 'revoked an invitation',
  'member.change_role': 'changed a role',
  'member.remove': 'removed a member',
  'member.leave': 'left the team',
  'merchant.create': 'created the merchant',
  'merchant.rename': 'renamed the merchant',
  'merchant.set_currency': 'changed the display currency',
  'password.change': 'changed their password',
  'password.reset': 'got a new password from the operator',
  'identity.connect': 'connected a sign-in provider',
  'session.revoke': 'ended a session',
  'session.revoke_others': 'ended their other sessions',
};

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
          <p>The audit log contains the IP addresses that people sign in from.</p>
        </Empty>
      )}
    </>
  );
}

function Entries() {
  const [url, setUrl] = useUrlState(auditParsers);
  const query = useQuery(peopleQueries.audit(searchOf(url)));
  return (
    <>
      <FilterSelect
        label="Action"
        value={url.action}
        all="All actions"
        choices={ACTION_CHOICES}
        onChoose={(action) => setUrl({ action, after: null })}
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
                  <Button onClick={() => setUrl({ action: null, after: null })}>
                    Clear filter
                  </Button>
                )
              }
            />
          ) : (
            <>
              <Table caption="Audit log" columns={COLUMNS} rows={data} keyOf={({ id }) => id} />
              <div className="flex gap-2">
                {url.after && (
                  <Button size="small" onClick={() => setUrl({ after: null }, TO_PAGE)}>
                    Newest
                  </Button>
                )}
                {more && (
                  <Button
                    size="small"
                    onClick={() => setUrl({ after: data.at(-1)?.id ?? null }, TO_PAGE)}
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

const COLUMNS: readonly Column<AuditEntryAnswer>[] = [
  {
    head: 'Time',
    phone: 'first-end',
    cellClassName: 'whitespace-nowrap text-ink-2',
    cell: ({ at }) => <RelativeTime iso={at} />,
  },
  {
    head: 'User',
    phone: 'second-start',
    cellClassName: 'truncate sm:max-w-36 lg:max-w-56',
    cell: ({ email }) => <span title={email}>{email}</span>,
  },
  {
    head: 'Action',
    phone: 'first-start',
    cellClassName: 'font-medium lg:whitespace-nowrap',
    cell: ({ action }) => actionWords(action),
  },
  {
    head: 'Target',
    phone: 'third',
    className: 'w-full',
    cellClassName: 'min-w-32 wrap-anywhere text-ink-2',
    cell: (entry) => <Target entry={entry} />,
  },
  {
    head: 'IP address',
    phone: 'second-end',
    cellClassName: 'mono whitespace-nowrap text-ink-3',
    cell: ({ ip }) => ip,
  },
];

/** The subject of the action: a link to its page if there is one, and the recorded details. */
function Target({ entry: { subject, data } }: { entry: AuditEntryAnswer }) {
  const href = pageOf(subject);
  const { name, title = name, ...others } = data;
  const named = typeof title === 'string' ? title : undefined;
  const details = Object.entries(others).flatMap(([field, value]) => {
    if (field === 'overlap_seconds') return `overlap: ${spanText(Number(value)) || 'none'}`;
    if (field === 'act') return `simulated: ${simulatedWords(String(value))}`;
    const text = valueText(value);
    return text === undefined ? [] : `${field.replaceAll('_', ' ')}: ${text}`;
  });
  return (
    <span className="flex flex-wrap gap-x-3">
      {href ? (
        <IntentLink href={href} className="tap-line text-accent hover:underline">
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

/** An action in words; its recorded name if it has none. */
function actionWords(action: string): string {
  return Object.hasOwn(ACTION_WORDS, action) ? ACTION_WORDS[action as AuditAction] : action;
}
