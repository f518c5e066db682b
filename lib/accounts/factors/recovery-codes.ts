import { randomBytes } from 'node:crypto';
import { base32crockford } from '@scure/base';
import { and, count, eq, isNull } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { recoveryCode } from '@/db/schema/factors';
import { hashToken } from '../token';

const CODES = 10;
const CODE_BYTES = 10;

/** Replaces a user's recovery codes. Returns the new ones, which cannot be read again. */
export async function replaceRecoveryCodes(tx: Db, userId: string, now: Date): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode);
  await tx.delete(recoveryCode).where(eq(recoveryCode.userId, userId));
  await tx
    .insert(recoveryCode)
    .values(codes.map((code) => ({ userId, hash: hashOf(code), createdAt: now })));
  return codes;
}

/** Marks a user's recovery code as used. Returns false for a wrong or used code. */
export async function spendRecoveryCode(
  db: Db,
  userId: string,
  code: string,
  now: Date,
): Promise<boolean> {
  const used = await db
    .update(recoveryCode)
    .set({ usedAt: now })
    .where(
      and(
        eq(recoveryCode.userId, userId),
        eq(recoveryCode.hash, hashOf(code)),
        isNull(recoveryCode.usedAt),
      ),
    )
    .returning({ hash: recoveryCode.hash });
  return used.length > 0;
}

/** Returns the number of a user's unused recovery codes. */
export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const [row] = await db
    .select({ left: count() })
    .from(recoveryCode)
    .where(and(eq(recoveryCode.userId, userId), isNull(recoveryCode.usedAt)));
  return row?.left ?? 0;
}

/** Four groups of four characters, of an alphabet without characters that look alike. */
function newCode(): string {
  const text = base32crockford.encode(randomBytes(CODE_BYTES)).toLowerCase();
  return text.replace(/(?<=.)(?=(?:.{4})+$)/g, '-');
}

function hashOf(code: string): string {
  return hashToken(code.toLowerCase().replace(/[^0-9a-z]/g, ''));
}
