import type { Db } from '@/db/client';
import { appUser, membership } from '@/db/schema/people';
import { normalizeEmail } from '@/lib/domain/email';
import { newId } from '@/lib/domain/ids';
import { Problem } from '@/lib/domain/problems';
import type { Role } from '@/lib/domain/roles';

interface NewUser {
  readonly email: string;
  readonly passwordHash: string | null;
  readonly demo?: boolean;
}

/**
 * Adds a person.
 *
 * @returns their id
 * @throws Problem `invalid_request` when the e-mail address has an account already
 */
export async function createUser(tx: Db, user: NewUser, now: Date): Promise<string> {
  const row = { ...user, id: newId('user'), email: normalizeEmail(user.email), createdAt: now };
  const added = await tx.insert(appUser).values(row).onConflictDoNothing().returning();
  if (added.length > 0) return row.id;
  const message = 'There is an account with this e-mail address. Sign in instead.';
  throw new Problem('invalid_request', message, {
    errors: [{ pointer: 'email', code: 'email_in_use', message }],
  });
}

/** Makes a person part of a merchant; whoever is already stays what they are. */
export async function addMember(
  tx: Db,
  member: { readonly merchantId: string; readonly userId: string; readonly role: Role },
  now: Date,
): Promise<void> {
  await tx
    .insert(membership)
    .values({ ...member, createdAt: now })
    .onConflictDoNothing();
}
