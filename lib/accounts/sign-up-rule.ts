import { createHash, timingSafeEqual } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { LOCK_NAMES, lock } from '@/db/locks';
import { merchant } from '@/db/schema/accounts';
import { membership } from '@/db/schema/people';
import { Problem } from '@/lib/domain/problems';
import { isNotDemoShop } from './create-demo';

export type SignUpRule = 'open' | 'closed' | FirstOnly;

interface FirstOnly {
  readonly setupToken: string | undefined;
}

/** Whether a page may offer sign-up now. Takes no lock, so the sign-up itself checks again. */
export async function allowsSignUp(db: Db, rule: SignUpRule): Promise<boolean> {
  if (typeof rule === 'string') return rule === 'open';
  return !(await hasUser(db));
}

/** Whether the server has no users except the demo shop's. */
export async function hasNoUsers(db: Db): Promise<boolean> {
  return !(await hasUser(db));
}

export function requiredToken(rule: SignUpRule): string | undefined {
  return typeof rule === 'string' ? undefined : rule.setupToken;
}

/** Whether the presented token equals the required one; false when none is required. */
export function isSetupToken(rule: SignUpRule, presented: string | undefined): boolean {
  const expected = requiredToken(rule);
  if (expected === undefined || presented === undefined) return false;
  return timingSafeEqual(hash(expected), hash(presented.trim()));
}

/**
 * Checks the sign-up rule, and blocks other sign-ups until this transaction ends.
 *
 * @throws Problem as {@link checkSignUpRule}
 */
export async function requireSignUpAllowed(
  tx: Db,
  rule: SignUpRule,
  presented: string | undefined,
): Promise<void> {
  await lock(tx, LOCK_NAMES.signUp);
  await checkSignUpRule(tx, rule, presented);
}

/**
 * Checks the sign-up rule without a lock, to refuse a sign-up before its password is hashed.
 *
 * @throws Problem `forbidden` when sign-up is closed, or the setup token is missing or wrong
 */
export async function checkSignUpRule(
  db: Db,
  rule: SignUpRule,
  presented: string | undefined,
): Promise<void> {
  if (!(await allowsSignUp(db, rule))) {
    throw signInRefusal(
      'sign_up_closed',
      'Sign-up is closed on this server. Ask an owner to invite you.',
    );
  }
  if (requiredToken(rule) === undefined || isSetupToken(rule, presented)) return;
  throw signInRefusal(
    'setup_token_required',
    'The first account needs the setup token that the server prints when it starts. Enter it under Sign up.',
  );
}

/** Returns the problem of a refused sign-in or sign-up. `code` is the reason. */
export function signInRefusal(code: string, message: string): Problem {
  return new Problem('forbidden', message, { errors: [{ pointer: '', code, message }] });
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/**
 * Whether a merchant other than the demo shop has a member. Members of the demo shop do not count,
 * because none of them is the operator.
 */
async function hasUser(db: Db): Promise<boolean> {
  const [one] = await db
    .select({ id: membership.userId })
    .from(membership)
    .innerJoin(merchant, eq(merchant.id, membership.merchantId))
    .where(isNotDemoShop(db))
    .limit(1);
  return one !== undefined;
}
