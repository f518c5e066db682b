import type { Db } from '@/db/client';
import { appUser, membership } from '@/db/schema/people';
import { normalizeEmail } from '@/lib/domain/email';
import { newId } from '@/lib/domain/ids';
import { invalidField } from '@/lib/domain/problems';
import type { Role } from '@/lib/domain/roles';

interface NewUser {
  readonly email: string;
  readonly name?: string | null;
  readonly passwordHash: string | null;
  readonly demo?: boolean;
}

/**
 * Adds a user and returns their id.
 *
 * @throws Problem `invalid_request` when the e-mail address is already registered
 */
export async function createUser(tx: Db, user: NewUser, now: Date): Promise<string> {
  const row = { ...user, id: newId('user'), email: normalizeEmail(user.email), createdAt: now };
  const added = await tx.insert(appUser).values(row).onConflictDoNothing().returning();
  if (added.length > 0) return row.id;
  const message = 'This e-mail address is registered already. Sign in instead.';
  throw invalidField('email', 'email_in_use', message);
}

/** Adds a user to a merchant's team. A user who is already a member keeps their role. */
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
