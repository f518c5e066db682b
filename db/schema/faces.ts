import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { merchant } from './accounts';
import { bytes } from './columns';

/** The branding, contacts and legal links that customers see in addition to a merchant's name. */
export const merchantFace = pgTable(
  'merchant_face',
  {
    merchantId: text('merchant_id')
      .primaryKey()
      .references(() => merchant.id),
    accent: text('accent'),
    supportEmail: text('support_email'),
    supportPhone: text('support_phone'),
    imprintUrl: text('imprint_url'),
    termsUrl: text('terms_url'),
    /** A PNG that this server encoded, at most 24 kB. */
    logo: bytes('logo'),
    /** The first characters of the logo's SHA-256, which name the logo in URLs. */
    logoHash: text('logo_hash'),
    logoWidth: integer('logo_width'),
    logoHeight: integer('logo_height'),
  },
  (t) => [
    index('merchant_face_logo').on(t.logoHash),
    check('merchant_face_accent_color', sql`${t.accent} ~ '^#[0-9a-f]{6}$'`),
    check(
      'merchant_face_logo_whole',
      sql`num_nulls(${t.logo}, ${t.logoHash}, ${t.logoWidth}, ${t.logoHeight}) in (0, 4)`,
    ),
  ],
);
