import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { appUser, knownDevice, userSession } from '@/db/schema/people';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { type AuthFactor, isSingleFactor } from '@/lib/domain/auth-factor';
import { newId } from '@/lib/domain/ids';
import { Problem } from '@/lib/domain/problems';
import { addMails, isMailOn } from '@/lib/mail/add-mail';
import { notifySessionEnd } from '@/lib/server/changes/notify-dashboards';
import { needsSecondFactor } from './factors/second-factors';
import { rememberDevice } from './known-device';
import { memberIgnoringFactor, readSession } from './read-session';
import { hashToken } from './token';
import type { Visitor } from './visitor';

/** Lifetime of a session from its sign-in, whether or not it is used. */
export const SESSION_SECONDS = 30 * 24 * 3_600;

const MAX_USER_AGENT = 300;

export interface NewSession {
  readonly userId: string;
  readonly visitor: Visitor;
  readonly factor: AuthFactor;
  /** For a sign-in with a password, the mark that checkPassword returned. */
  readonly passwordMark?: string | undefined;
  /** The merchant to show first. By default, the merchant that the user viewed last. */
  readonly merchantId?: string | undefined;
  /** The browser's previous session. It is ended, because someone else may have planted it. */
  readonly replaces?: string | undefined;
}

interface OpenedSession {
  readonly id: string;
  readonly deviceToken: string;
}

/**
 * Signs a user in and remembers the device. Every sign-in creates a new session.
 *
 * @throws Problem `not_signed_in` when the password was changed after it was checked, or when the
 *   sign-in lacks the user's second factor
 */
export async function openSession(db: Db, request: NewSession, now: Date): Promise<OpenedSession> {
  const { userId, visitor, replaces, factor, passwordMark } = request;
  const id = newId('session');
  return db.transaction(async (tx) => {
    if (passwordMark !== undefined) await requirePassword(tx, userId, passwordMark);
    if (isSingleFactor(factor) && (await needsSecondFactor(tx, userId))) throw factorMissing();
    if (replaces !== undefined) await endSession(tx, replaces, now);
    const device = await rememberDevice(tx, userId, visitor.device, now);
    await tx.insert(userSession).values({
      id,
      userId,
      deviceId: device.id,
      merchantId: request.merchantId ?? (await lastMerchant(tx, userId)),
      createdAt: now,
      lastSeenAt: now,
      expiresAt: new Date(now.getTime() + SESSION_SECONDS * 1000),
      ip: visitor.ip,
      userAgent: visitor.userAgent?.slice(0, MAX_USER_AGENT) ?? null,
      factor,
      factorAt: now,
    });
    if (device.token !== visitor.device) await tellOfDevice(tx, id, request, now);
    const signedIn = await readSession(tx, id, now);
    const actor = signedIn && memberIgnoringFactor(signedIn, visitor);
    if (actor) await recordAuditEntry(tx, actor, 'session.create', id, { factor }, now);
    return { id, deviceToken: device.token };
  });
}

/** Sends the user a mail about a sign-in on a new device, unless it is the user's only device. */
async function tellOfDevice(
  tx: Db,
  sessionId: string,
  { userId, visitor }: NewSession,
  now: Date,
): Promise<void> {
  const devices = await tx.$count(knownDevice, eq(knownDevice.userId, userId));
  if (devices < 2 || !(await isMailOn(tx))) return;
  const [user] = await tx
    .select({ recipient: appUser.email })
    .from(appUser)
    .where(eq(appUser.id, userId));
  if (!user) return;
  const browser = visitor.userAgent?.slice(0, MAX_USER_AGENT) ?? 'unknown';
  const body = `Your account was used on a new device, at ${now.toISOString()}.\n\nIP address: ${visitor.ip}\nBrowser: ${browser}\n\nIf it was not you, set a new password and end the other sessions.`;
  const link = { text: 'Open Settings', path: '/dashboard/settings' };
  await addMails(tx, [{ ...user, fact: sessionId, subject: 'New sign-in', body, link }], now);
}

/**
 * Refuses a sign-in if the password was changed after it was checked. A concurrent change either
 * waits for this transaction and then ends the new session, or is already visible here.
 */
async function requirePassword(tx: Db, userId: string, mark: string): Promise<void> {
  const [user] = await tx
    .select({ passwordHash: appUser.passwordHash })
    .from(appUser)
    .where(eq(appUser.id, userId))
    .for('share');
  if (user?.passwordHash && hashToken(user.passwordHash) === mark) return;
  throw new Problem(
    'not_signed_in',
    'The password has just been changed. Sign in with the new one.',
  );
}

function factorMissing(): Problem {
  return new Problem('not_signed_in', 'This sign-in needs a second factor as well. Sign in again.');
}

async function lastMerchant(tx: Db, userId: string): Promise<string | null> {
  const [last] = await tx
    .select({ merchantId: userSession.merchantId })
    .from(userSession)
    .where(eq(userSession.userId, userId))
    .orderBy(desc(userSession.createdAt))
    .limit(1);
  return last?.merchantId ?? null;
}

export async function endSession(db: Db, sessionId: string, now: Date): Promise<void> {
  await db
    .update(userSession)
    .set({ revokedAt: now })
    .where(and(eq(userSession.id, sessionId), isNull(userSession.revokedAt)));
  await notifySessionEnd(db, sessionId);
}
