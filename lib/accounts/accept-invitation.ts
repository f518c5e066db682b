import { and, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { invitation, userSession } from '@/db/schema/people';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { Problem } from '@/lib/domain/problems';
import { notifySessionEnd } from '@/lib/server/changes/notify-dashboards';
import { addMember, createUser } from './create-user';
import { hashNewPassword } from './hash-password';
import { isOpenInvitation } from './invitation';
import { readInvitation } from './read-invitation';
import type { SignedInSession } from './read-session';
import { type MemberIds, newMemberActor } from './sign-up';
import type { Throttle } from './throttle';
import { hashToken } from './token';
import type { Visitor } from './visitor';

/**
 * Accepts an invitation as the signed-in user, and selects the inviting merchant in the session.
 *
 * @throws Problem `not_found` when the invitation is no longer open, `forbidden` when it is for
 *  another address
 */
export async function acceptInvitation(
  db: Db,
  given: { readonly token: string; readonly signedIn: SignedInSession; readonly visitor: Visitor },
  now: Date,
): Promise<MemberIds> {
  const { token, signedIn, visitor } = given;
  return db.transaction(async (tx) => {
    const joined = await accept(tx, { token, visitor, ...signedIn }, now);
    await tx
      .update(userSession)
      .set({ merchantId: joined.merchantId })
      .where(eq(userSession.id, signedIn.sessionId));
    await notifySessionEnd(tx, signedIn.sessionId);
    return joined;
  });
}

/**
 * Accepts an invitation as a new user with the invited address.
 *
 * @throws Problem `not_found` for an invitation that is not open, `invalid_request` for a weak
 *  password or a registered address, `rate_limited`
 */
export async function joinAsNewUser(
  { db, throttle }: { readonly db: Db; readonly throttle: Throttle },
  given: {
    readonly token: string;
    /** Empty for a user without a name. */
    readonly name?: string | undefined;
    readonly password: string;
    readonly visitor: Visitor;
  },
  now: Date,
): Promise<MemberIds> {
  const { token, password, visitor } = given;
  const open = await readInvitation(db, token, now);
  await (open ? throttle.attemptKnown(hashToken(token)) : throttle.attemptSignUp(visitor));
  if (!open) throw invitationClosed();
  const { email } = open;
  const passwordHash = await hashNewPassword(password, email);
  return db.transaction(async (tx) => {
    const name = given.name?.trim() || null;
    const userId = await createUser(tx, { email, name, passwordHash }, now);
    return accept(tx, { token, visitor, userId, email, name }, now);
  });
}

async function accept(
  tx: Db,
  joining: {
    readonly token: string;
    readonly userId: string;
    readonly email: string;
    readonly name?: string | null;
    readonly visitor: Visitor;
  },
  now: Date,
): Promise<MemberIds> {
  const [row] = await tx
    .update(invitation)
    .set({ acceptedAt: now })
    .where(and(eq(invitation.tokenHash, hashToken(joining.token)), isOpenInvitation(now)))
    .returning();
  if (!row) throw invitationClosed();
  const { id, merchantId, role, email } = row;
  if (email !== joining.email) {
    throw new Problem(
      'forbidden',
      'This invitation is for another e-mail address. Sign out, then open its link again.',
    );
  }
  const { userId, name } = joining;
  await addMember(tx, { merchantId, userId, role }, now);
  const actor = newMemberActor(userId, merchantId, joining.visitor, role);
  const data = { email, role, ...(name && { member: name }) };
  await recordAuditEntry(tx, actor, 'invitation.accept', id, data, now);
  return { userId, merchantId };
}

function invitationClosed(): Problem {
  return new Problem(
    'not_found',
    'This invitation was used, revoked, or has expired. Ask for a new one.',
  );
}
