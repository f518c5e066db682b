import { and, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { LOCK_NAMES, lock } from '@/db/locks';
import { appUser, invitation, userIdentity } from '@/db/schema/people';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { normalizeEmail } from '@/lib/domain/email';
import { MAX_USER_NAME_LENGTH } from '@/lib/domain/limits';
import { isOneLine } from '@/lib/domain/one-line';
import { containsSecret } from '@/lib/domain/secret-text';
import { createUser } from './create-user';
import { isOpenInvitation } from './invitation';
import { memberIgnoringFactor, type SignedInSession } from './read-session';
import { createMerchantWithOwner } from './sign-up';
import { requireSignUpAllowed, type SignUpRule, signInRefusal } from './sign-up-rule';
import type { Visitor } from './visitor';

export interface ProviderProfile {
  /** The provider's name, as returned by `identityProviderName`. */
  readonly provider: string;
  readonly providerName: string;
  readonly subject: string;
  readonly verifiedEmail: string | undefined;
  readonly name?: string | undefined;
}

interface Deps {
  readonly db: Db;
  readonly rule: SignUpRule;
}

interface Visit {
  readonly visitor: Visitor;
  readonly signedIn: SignedInSession | undefined;
  readonly setupToken?: string | undefined;
}

/**
 * Returns the id of the user to whom a provider's identity belongs. A new identity is connected
 * with the signed-in user who has the same address, or gets a new user. An equal address alone
 * connects nothing, because users may have registered an address that is not theirs.
 *
 * @throws Problem `forbidden`, with what to do instead
 */
export async function signInWithProvider(
  { db, rule }: Deps,
  profile: ProviderProfile,
  visit: Visit,
  now: Date,
): Promise<string> {
  return db.transaction(async (tx) => {
    const { provider, providerName, subject } = profile;
    const known = await findUser(tx, provider, subject);
    if (known !== undefined) return known;
    if (profile.verifiedEmail === undefined) {
      throw signInRefusal(
        'email_not_verified',
        `${providerName} has not verified your e-mail address.`,
      );
    }
    await lock(tx, LOCK_NAMES.signUp);
    const first = await findUser(tx, provider, subject);
    if (first !== undefined) return first;
    const email = normalizeEmail(profile.verifiedEmail);
    const userId =
      (await connectSignedIn(tx, { profile, email, ...visit }, now)) ??
      (await newUser(tx, { rule, email, name: usableName(profile.name), visit }, now));
    await tx.insert(userIdentity).values({ provider, subject, userId, createdAt: now });
    return userId;
  });
}

async function connectSignedIn(
  tx: Db,
  given: {
    readonly profile: ProviderProfile;
    readonly email: string;
    readonly visitor: Visitor;
    readonly signedIn: SignedInSession | undefined;
  },
  now: Date,
): Promise<string | undefined> {
  const { profile, email, visitor, signedIn } = given;
  const [user] = await tx.select({ id: appUser.id }).from(appUser).where(eq(appUser.email, email));
  if (!user) return undefined;
  if (signedIn?.userId !== user.id) {
    throw signInRefusal(
      'account_exists',
      `Your e-mail address is registered here. Sign in the way you did before; then use ${profile.providerName} again to connect the two.`,
    );
  }
  const actor = memberIgnoringFactor(signedIn, visitor);
  const data = { provider: profile.provider };
  if (actor) await recordAuditEntry(tx, actor, 'identity.connect', user.id, data, now);
  return user.id;
}

/**
 * Returns the name that the provider gave; null if our rules for names refuse it, because an
 * invalid name must not prevent a sign-in.
 */
function usableName(claim: string | undefined): string | null {
  const name = claim?.trim() ?? '';
  const { length } = [...name];
  const isUsable =
    length >= 1 && length <= MAX_USER_NAME_LENGTH && isOneLine(name) && !containsSecret(name);
  return isUsable ? name : null;
}

/**
 * Creates a user. An invited user gets no merchant yet, because the invitation's page opens next.
 */
async function newUser(
  tx: Db,
  given: {
    readonly rule: SignUpRule;
    readonly email: string;
    readonly name: string | null;
    readonly visit: Visit;
  },
  now: Date,
): Promise<string> {
  const { rule, email, name, visit } = given;
  const { visitor, setupToken } = visit;
  const [invited] = await tx
    .select({ id: invitation.id })
    .from(invitation)
    .where(and(eq(invitation.email, email), isOpenInvitation(now)))
    .limit(1);
  if (invited) return createUser(tx, { email, name, passwordHash: null }, now);
  await requireSignUpAllowed(tx, rule, setupToken);
  const opened = await createMerchantWithOwner(
    tx,
    { merchantName: 'My shop', email, userName: name ?? undefined, passwordHash: null, visitor },
    now,
  );
  return opened.userId;
}

/** Call after {@link signInWithProvider}. @throws Error for an unknown identity */
export async function getUserIdByIdentity(
  db: Db,
  provider: string,
  subject: string,
): Promise<string> {
  const userId = await findUser(db, provider, subject);
  if (userId === undefined) throw new Error(`No user has this identity of ${provider}.`);
  return userId;
}

async function findUser(db: Db, provider: string, subject: string): Promise<string | undefined> {
  const [row] = await db
    .select({ userId: userIdentity.userId })
    .from(userIdentity)
    .where(and(eq(userIdentity.provider, provider), eq(userIdentity.subject, subject)));
  return row?.userId;
}
