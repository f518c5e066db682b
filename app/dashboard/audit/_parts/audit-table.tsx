import type { Route } from 'next';
import Link from 'next/link';
import { RelativeTime } from '@/app/_ui/relative-time';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/app/_ui/table';
import type { AuditEntryAnswer } from '@/lib/http/answers/people';
import { actWords } from '../../_data/act-words';

export function AuditTable({ entries }: { entries: readonly AuditEntryAnswer[] }) {
  return (
    <Table caption="Audit log">
      <AuditHead />
      <TableBody>
        {entries.map((entry) => (
          <Row key={entry.id}>
            <Cell phone="first-end" className="whitespace-nowrap text-ink-2">
              <RelativeTime iso={entry.at} />
            </Cell>
            <Cell phone="second-start" className="max-w-36 truncate lg:max-w-56">
              <span title={entry.email}>{entry.email}</span>
            </Cell>
            <Cell phone="first-start" className="font-medium lg:whitespace-nowrap">
              {actWords(entry.act)}
            </Cell>
            <Cell className="w-full min-w-32 wrap-anywhere text-ink-2">
              <Subject entry={entry} />
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

export function AuditHead() {
  return (
    <TableHead>
      <HeadCell>When</HeadCell>
      <HeadCell>Who</HeadCell>
      <HeadCell>Did what</HeadCell>
      <HeadCell>With</HeadCell>
      <HeadCell>From</HeadCell>
    </TableHead>
  );
}

/** What it was done with: a link where there is a page, and what else is known of it. */
function Subject({ entry: { subject, data } }: { entry: AuditEntryAnswer }) {
  const href = pageOf(subject);
  const named = typeof data.name === 'string' ? data.name : undefined;
  const details = Object.entries(data).flatMap(([name, value]) => {
    const text = name === 'name' ? undefined : valueText(value);
    return text === undefined ? [] : `${name.replaceAll('_', ' ')}: ${text}`;
  });
  return (
    <span className="flex flex-wrap gap-x-3">
      {href ? (
        <Link href={href} className="text-accent hover:underline">
          {named ?? <span className="mono">{subject}</span>}
        </Link>
      ) : (
        (named ?? (details.length === 0 && <span className="mono">{subject}</span>))
      )}
      {details.length > 0 && <span>{details.join(', ')}</span>}
    </span>
  );
}

function pageOf(subject: string): Route | undefined {
  if (subject.startsWith('key_')) return `/dashboard/keys/${subject}` as Route;
  if (subject.startsWith('pay_')) return `/dashboard/payments/${subject}` as Route;
  if (subject.startsWith('dlv_')) return `/dashboard/deliveries?open=${subject}` as Route;
  return undefined;
}

function valueText(value: unknown): string | undefined {
  if (value === null || value === '') return undefined;
  if (Array.isArray(value)) return value.length > 0 ? value.map(String).join(' ') : undefined;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
