import { and, desc, eq, ne, notInArray } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { appUser, knownDevice } from '@/db/schema/people';
import { newId } from '@/lib/domain/ids';
import { hashToken, newToken } from './token';

/** Lifetime of a device's cookie: 400 days, the maximum that browsers allow (RFC 6265bis). */
export const DEVICE_COOKIE_SECONDS = 400 * 24 * 3_600;

const MAX_DEVICES = 50;

export interface Device {
  readonly id: string;
  readonly token: string;
}

/** Returns the id of a device that this user has signed in on; undefined for any other browser. */
export async function findDevice(
  db: Db,
  email: string,
  token: string | undefined,
): Promise<string | undefined> {
  if (token === undefined) return undefined;
  const [row] = await db
    .select({ id: knownDevice.id })
    .from(knownDevice)
    .innerJoin(appUser, eq(appUser.id, knownDevice.userId))
    .where(and(eq(knownDevice.tokenHash, hashToken(token)), eq(appUser.email, email)));
  return row?.id;
}

/**
 * Remembers the device of a sign-in. Keeps the browser's token only if this user has it already,
 * because someone else may have planted the cookie.
 *
 * @param presented the browser's token. A new token replaces it for all users of the browser.
 */
export async function rememberDevice(
  tx: Db,
  userId: string,
  presented: string | undefined,
  now: Date,
): Promise<Device> {
  if (presented !== undefined) {
    const tokenHash = hashToken(presented);
    const [known] = await tx
      .update(knownDevice)
      .set({ lastUsedAt: now })
      .where(and(eq(knownDevice.tokenHash, tokenHash), eq(knownDevice.userId, userId)))
      .returning({ id: knownDevice.id });
    if (known) return { id: known.id, token: presented };
  }
  const token = newToken();
  const row = { id: newId('device'), tokenHash: hashToken(token), userId };
  if (presented !== undefined) {
    await tx
      .update(knownDevice)
      .set({ tokenHash: row.tokenHash })
      .where(eq(knownDevice.tokenHash, hashToken(presented)));
  }
  await tx.insert(knownDevice).values({ ...row, createdAt: now, lastUsedAt: now });
  await forgetOldest(tx, userId);
  return { id: row.id, token };
}

export async function forgetDevices(
  tx: Db,
  userId: string,
  except: string | null = null,
): Promise<void> {
  const others = except === null ? undefined : ne(knownDevice.id, except);
  await tx.delete(knownDevice).where(and(eq(knownDevice.userId, userId), others));
}

export async function forgetDevice(tx: Db, deviceId: string | null): Promise<void> {
  if (deviceId !== null) await tx.delete(knownDevice).where(eq(knownDevice.id, deviceId));
}

async function forgetOldest(tx: Db, userId: string): Promise<void> {
  const newest = tx
    .select({ id: knownDevice.id })
    .from(knownDevice)
    .where(eq(knownDevice.userId, userId))
    .orderBy(desc(knownDevice.lastUsedAt), desc(knownDevice.id))
    .limit(MAX_DEVICES);
  await tx
    .delete(knownDevice)
    .where(and(eq(knownDevice.userId, userId), notInArray(knownDevice.id, newest)));
}
