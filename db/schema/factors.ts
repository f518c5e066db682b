import { sql } from 'drizzle-orm';
import { check, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { idOf, moment } from './columns';
import { appUser } from './people';

/** A user's authenticator app, which shows codes that depend on the time (RFC 6238). */
export const totpFactor = pgTable(
  'totp_factor',
  {
    userId: text('user_id')
      .primaryKey()
      .references(() => appUser.id),
    /** The shared secret, encrypted (AES-256-GCM) for its user. */
    ciphertext: text('ciphertext').notNull(),
    createdAt: moment('created_at').notNull(),
    /** When the first code was entered; until then no sign-in needs a code. */
    confirmedAt: moment('confirmed_at'),
    /** The time step of the last accepted code: each step is accepted once. */
    lastStep: integer('last_step').notNull().default(0),
  },
  (t) => [check('totp_factor_step_not_negative', sql`${t.lastStep} >= 0`)],
);

/** A code that replaces one of the authenticator app, once. */
export const recoveryCode = pgTable(
  'recovery_code',
  {
    userId: idOf('user_id', () => appUser.id),
    /** SHA-256 of the code, which has 80 random bits. */
    hash: text('hash').notNull(),
    createdAt: moment('created_at').notNull(),
    usedAt: moment('used_at'),
  },
  (t) => [primaryKey({ columns: [t.userId, t.hash] })],
);
