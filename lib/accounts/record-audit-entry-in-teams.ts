import { eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { membership } from '@/db/schema/people';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import type { AuditAction } from '@/lib/domain/audit-action';
import type { Visitor } from './visitor';

interface Affected {
  readonly userId: string;
  readonly visitor?: Visitor | undefined;
}

/** Records an audit entry about a user in each of the user's teams. The entry needs no session. */
export async function recordAuditEntryInTeams(
  tx: Db,
  { userId, visitor }: Affected,
  action: AuditAction,
  subject: string,
  data: Readonly<Record<string, unknown>>,
  now: Date,
): Promise<void> {
  const teams = await tx.select().from(membership).where(eq(membership.userId, userId));
  const from = visitor && { ip: visitor.ip, requestId: visitor.requestId };
  for (const { merchantId, role } of teams) {
    const member = { kind: 'member' as const, userId, merchantId, role, sessionId: '', ...from };
    await recordAuditEntry(tx, member, action, subject, data, now);
  }
}
