import { eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { LOCKS, lock } from '@/db/locks';
import { appUser } from '@/db/schema/people';
import { Problem } from '@/lib/domain/problems';

/** Who may sign up; invited users may always join. */
export type SignUpRule = 'open' | 'first' | 'closed';

/** Whether sign-up is possible now; without a lock, for pages. */
export async function allowsSignUp(db: Db, rule: SignUpRule): Promise<boolean> {
  if (rule !== 'first') return rule === 'open';
  return !(await hasUser(db));
}

/** Whether the server has no user besides the demo's owner. */
export async function isFresh(db: Db): Promise<boolean> {
  return !(await hasUser(db));
}

/**
 * Checks the sign-up rule; other sign-ups wait until this transaction ends.
 *
 * @throws Problem `forbidden` when sign-up is closed
 */
export async function requireSignUpAllowed(tx: Db, rule: SignUpRule): Promise<void> {
  await lock(tx, LOCKS.signUp);
  if (await allowsSignUp(tx, rule)) return;
  const message = 'Sign-up is closed on this server. Ask an owner to invite you.';
  throw new Problem('forbidden', message, {
    errors: [{ pointer: '', code: 'sign_up_closed', message }],
  });
}

async function hasUser(db: Db): Promise<boolean> {
  const [one] = await db
    .select({ id: appUser.id })
    .from(appUser)
    .where(eq(appUser.demo, false))
    .limit(1);
  return one !== undefined;
}
