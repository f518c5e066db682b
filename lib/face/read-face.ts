import { eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { merchantFace } from '@/db/schema/faces';
import { type Face, NO_FACE } from '@/lib/domain/face';

/** The columns of the branding, without the bytes of the logo, for queries that join its table. */
export const FACE_COLUMNS = {
  accent: merchantFace.accent,
  supportEmail: merchantFace.supportEmail,
  supportPhone: merchantFace.supportPhone,
  imprintUrl: merchantFace.imprintUrl,
  termsUrl: merchantFace.termsUrl,
  logoHash: merchantFace.logoHash,
  logoWidth: merchantFace.logoWidth,
  logoHeight: merchantFace.logoHeight,
};

type FaceRow = Pick<typeof merchantFace.$inferSelect, keyof typeof FACE_COLUMNS>;

/** @param row the merchant's {@link FACE_COLUMNS}; null without a row */
export function faceOf(row: FaceRow | null): Face {
  if (!row) return NO_FACE;
  const { logoHash: hash, logoWidth: width, logoHeight: height, ...settings } = row;
  const logo = hash && width && height ? { hash, width, height } : null;
  return { ...settings, logo };
}

/** Returns what customers see of the merchant, on pages and in mail. */
export async function readFace(db: Db, merchantId: string): Promise<Face> {
  const [row] = await db
    .select(FACE_COLUMNS)
    .from(merchantFace)
    .where(eq(merchantFace.merchantId, merchantId));
  return faceOf(row ?? null);
}

/** Returns the bytes of a logo, a PNG; undefined when no merchant has it. */
export async function findLogo(db: Db, hash: string): Promise<Uint8Array | undefined> {
  const [found] = await db
    .select({ logo: merchantFace.logo })
    .from(merchantFace)
    .where(eq(merchantFace.logoHash, hash))
    .limit(1);
  return found?.logo ?? undefined;
}
