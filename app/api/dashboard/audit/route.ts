import { z } from 'zod';
import { type AuditEntry, listAuditEntries } from '@/lib/audit/list-audit-entries';
import { dashboardGet } from '@/lib/http/adapt-dashboard';
import { decimal } from '@/lib/http/fields';

const PAGE = 50;

const query = z.strictObject({
  act: z.string().max(100).optional(),
  /** The id of a member. */
  person: z.string().max(100).optional(),
  limit: decimal(1, 100).default(PAGE),
  /** The id of the last entry of the page before. */
  after: z.string().max(100).optional(),
});

export const GET = dashboardGet(query, async ({ api, actor, query: asked }) => {
  const { act, person, limit, after } = asked;
  const found = await listAuditEntries(api.db, actor, {
    action: act,
    userId: person,
    limit,
    after,
  });
  return { data: found.entries.map(entryAnswer), has_more: found.hasMore };
});

function entryAnswer(entry: AuditEntry) {
  return {
    id: entry.id,
    at: entry.at.toISOString(),
    act: entry.action,
    subject: entry.subject,
    data: entry.data,
    email: entry.email,
    ip: entry.ip,
    request_id: entry.requestId,
  };
}
