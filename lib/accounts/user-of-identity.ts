import { and, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { userIdentity } from '@/db/schema/people';

/** @throws Error when nobody is known by it: a person is admitted first */
export async function userOfIdentity(db: Db, provider: string, subject: string): Promise<string> {
  const [row] = await db
    .select({ userId: userIdentity.userId })
    .from(userIdentity)
    .where(and(eq(userIdentity.provider, provider), eq(userIdentity.subject, subject)));
  if (!row) throw new Error(`Nobody is known by this identity of ${provider}.`);
  return row.userId;
}
