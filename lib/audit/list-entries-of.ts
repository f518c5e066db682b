import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { appUser, auditEntry } from '@/db/schema/people';
import type { Member } from '@/lib/domain/actor';

/** Something a person did, for the history of its subject. */
export interface EntryOfSubject {
  readonly at: Date;
  /** Thing and verb, such as `payment.cancel`. */
  readonly act: string;
  /** Their e-mail address. */
  readonly person: string;
  /** What else was written down of it; never a secret. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** What people of the actor's merchant did to these subjects, oldest first. */
export async function listEntriesOf(
  db: Db,
  actor: Member,
  subjects: readonly string[],
): Promise<EntryOfSubject[]> {
  return db
    .select({
      at: auditEntry.at,
      act: auditEntry.act,
      person: appUser.email,
      data: auditEntry.data,
    })
    .from(auditEntry)
    .innerJoin(appUser, eq(appUser.id, auditEntry.userId))
    .where(
      and(eq(auditEntry.merchantId, actor.merchantId), inArray(auditEntry.subject, [...subjects])),
    )
    .orderBy(asc(auditEntry.at), asc(auditEntry.id));
}
