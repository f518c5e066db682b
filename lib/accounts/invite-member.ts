import { and, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { merchant } from '@/db/schema/accounts';
import { appUser, invitation, membership } from '@/db/schema/people';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { assertMayAdminister, type Member, requireRecentFactor } from '@/lib/domain/actor';
import { normalizeEmail } from '@/lib/domain/email';
import { newId } from '@/lib/domain/ids';
import { invalidField } from '@/lib/domain/problems';
import type { Role } from '@/lib/domain/roles';
import type { Vault } from '@/lib/keys/vault';
import { addMails } from '@/lib/mail/add-mail';
import { isPendingInvitation } from './invitation';
import { lockTeam } from './lock-team';
import { hashToken, newToken } from './token';

const DAYS_MS = 24 * 3_600_000;
const VALID_MS = 7 * DAYS_MS;

export interface NewInvitation {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly expiresAt: Date;
  /** The token of the link, in plain text; it cannot be read again. */
  readonly token: string;
}

/**
 * Invites an e-mail address to the team for seven days, and revokes an earlier invitation to it.
 *
 * @param mailBy encrypts the link in the mail; without it, no mail is sent
 * @throws Problem `forbidden` unless the actor is an owner, `invalid_request` for the address of a
 *  member
 */
export async function inviteMember(
  db: Db,
  actor: Member,
  given: { readonly email: string; readonly role: Role },
  now: Date,
  mailBy?: Vault,
): Promise<NewInvitation> {
  assertMayAdminister(actor);
  requireRecentFactor(actor, now);
  const { merchantId } = actor;
  const email = normalizeEmail(given.email);
  return db.transaction(async (tx) => {
    await lockTeam(tx, actor);
    await tx
      .update(invitation)
      .set({ revokedAt: now })
      .where(
        and(
          eq(invitation.merchantId, merchantId),
          eq(invitation.email, email),
          isPendingInvitation(),
        ),
      );
    // The update above waits for a concurrent acceptance, so this check comes after it.
    await refuseMember(tx, merchantId, email);
    const token = newToken();
    const id = newId('invitation');
    const expiresAt = new Date(now.getTime() + VALID_MS);
    const { role } = given;
    const row = { id, merchantId, email, role, createdAt: now, expiresAt };
    await tx
      .insert(invitation)
      .values({ ...row, tokenHash: hashToken(token), invitedBy: actor.userId });
    await recordAuditEntry(tx, actor, 'invitation.create', id, { email, role }, now);
    if (mailBy) await mailInvitation(tx, actor, { id, email, token, mailBy }, now);
    return { id, email, role, expiresAt, token };
  });
}

async function mailInvitation(
  tx: Db,
  { merchantId, userId }: Member,
  {
    id,
    email,
    token,
    mailBy,
  }: Pick<NewInvitation, 'id' | 'email' | 'token'> & { readonly mailBy: Vault },
  now: Date,
): Promise<void> {
  const [by] = await tx
    .select({ merchant: merchant.name, email: appUser.email })
    .from(merchant)
    .innerJoin(appUser, eq(appUser.id, userId))
    .where(eq(merchant.id, merchantId));
  if (!by) return;
  const body = `${by.email} invited you to the team of ${by.merchant}.\n\nThe link works once, within seven days.`;
  const link = { text: 'Open the invitation', path: `/invitation/${token}`, sealedBy: mailBy };
  const subject = `Join ${by.merchant}`;
  await addMails(tx, [{ recipient: email, fact: id, merchantId, subject, body, link }], now);
}

async function refuseMember(tx: Db, merchantId: string, email: string): Promise<void> {
  const [member] = await tx
    .select({ id: appUser.id })
    .from(membership)
    .innerJoin(appUser, eq(appUser.id, membership.userId))
    .where(and(eq(membership.merchantId, merchantId), eq(appUser.email, email)));
  if (!member) return;
  throw invalidField('email', 'already_member', 'This user is in your team already.');
}
