import { asc, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { appUser, auditEntry } from '@/db/schema/people';

/** Something a person did, for the history of its subject. */
export interface PersonAct {
  readonly at: Date;
  readonly act: string;
  /** Their e-mail address. */
  readonly person: string;
}

/** What people did to a thing, oldest first. The caller has checked whose thing it is. */
export async function personActs(db: Db, subject: string): Promise<PersonAct[]> {
  return db
    .select({ at: auditEntry.at, act: auditEntry.act, person: appUser.email })
    .from(auditEntry)
    .innerJoin(appUser, eq(appUser.id, auditEntry.userId))
    .where(eq(auditEntry.subject, subject))
    .orderBy(asc(auditEntry.at), asc(auditEntry.id));
}
