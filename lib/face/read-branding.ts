import { eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { merchantFace } from '@/db/schema/faces';
import { type Branding, NO_BRANDING } from '@/lib/domain/branding';

/** The columns of the branding except the logo's bytes, for queries that join `merchantFace`. */
export const BRANDING_COLUMNS = {
  accent: merchantFace.accent,
  supportEmail: merchantFace.supportEmail,
  supportPhone: merchantFace.supportPhone,
  imprintUrl: merchantFace.imprintUrl,
  termsUrl: merchantFace.termsUrl,
  logoHash: merchantFace.logoHash,
  logoWidth: merchantFace.logoWidth,
  logoHeight: merchantFace.logoHeight,
};

type FaceRow = Pick<typeof merchantFace.$inferSelect, keyof typeof BRANDING_COLUMNS>;

/** @param row the merchant's {@link BRANDING_COLUMNS}; null if the merchant has no row */
export function toBranding(row: FaceRow | null): Branding {
  if (!row) return NO_BRANDING;
  const { logoHash: hash, logoWidth: width, logoHeight: height, ...settings } = row;
  const logo = hash && width && height ? { hash, width, height } : null;
  return { ...settings, logo };
}

/** Returns the merchant's branding, as customers see it on pages and in mail. */
export async function readBranding(db: Db, merchantId: string): Promise<Branding> {
  const [row] = await db
    .select(BRANDING_COLUMNS)
    .from(merchantFace)
    .where(eq(merchantFace.merchantId, merchantId));
  return toBranding(row ?? null);
}

export async function findLogo(db: Db, hash: string): Promise<Uint8Array | undefined> {
  const [found] = await db
    .select({ logo: merchantFace.logo })
    .from(merchantFace)
    .where(eq(merchantFace.logoHash, hash))
    .limit(1);
  return found?.logo ?? undefined;
}
