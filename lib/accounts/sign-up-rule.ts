import { eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { LOCKS, lock } from '@/db/locks';
import { appUser } from '@/db/schema/people';
import { Problem } from '@/lib/domain/problems';

/** Who may open an account of their own; who was invited may join whatever it says. */
export type SignUpRule = 'open' | 'first' | 'closed';

/** Whether a new account would be taken now: for pages, which need no lock. */
export async function takesNewAccounts(db: Db, rule: SignUpRule): Promise<boolean> {
  if (rule !== 'first') return rule === 'open';
  return !(await hasAccount(db));
}

/** Whether this is a server that nobody but the demo's person uses yet. */
export async function isFresh(db: Db): Promise<boolean> {
  return !(await hasAccount(db));
}

/**
 * Holds back others who sign up until this transaction ends.
 *
 * @throws Problem `forbidden` when the rule allows no new account
 */
export async function requireSignUpAllowed(tx: Db, rule: SignUpRule): Promise<void> {
  await lock(tx, LOCKS.signUp);
  if (await takesNewAccounts(tx, rule)) return;
  const message =
    'This server takes no new accounts. Ask an owner of an account here to invite you.';
  throw new Problem('forbidden', message, {
    errors: [{ pointer: '', code: 'sign_up_closed', message }],
  });
}

async function hasAccount(db: Db): Promise<boolean> {
  const [one] = await db
    .select({ id: appUser.id })
    .from(appUser)
    .where(eq(appUser.demo, false))
    .limit(1);
  return one !== undefined;
}
