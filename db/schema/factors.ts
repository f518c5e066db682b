import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { MAX_PASSKEY_NAME_LENGTH } from '@/lib/domain/limits';
import { bytes, idOf, moment } from './columns';
import { appUser } from './people';

export const totpFactor = pgTable(
  'totp_factor',
  {
    userId: text('user_id')
      .primaryKey()
      .references(() => appUser.id),
    /** The shared secret, encrypted (AES-256-GCM) for its user. */
    ciphertext: text('ciphertext').notNull(),
    createdAt: moment('created_at').notNull(),
    /** When the user entered the first code; until then, no sign-in needs a code. */
    confirmedAt: moment('confirmed_at'),
    /** The time step of the last accepted code. Each step is accepted only once. */
    lastStep: integer('last_step').notNull().default(0),
  },
  (t) => [check('totp_factor_step_not_negative', sql`${t.lastStep} >= 0`)],
);

/** A single-use code that a user can enter instead of using another second factor. */
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

/** A user's passkey (WebAuthn): the public key of a key pair on the user's device. */
export const passkey = pgTable(
  'passkey',
  {
    id: text('id').primaryKey(),
    userId: idOf('user_id', () => appUser.id),
    credentialId: text('credential_id').notNull(),
    /** The public key as COSE_Key (RFC 9052 section 7). */
    publicKey: bytes('public_key').notNull(),
    /** The number of signatures that the device reports; 0 for devices that do not count. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** How a browser reaches the device, such as `internal` or `usb`. */
    transports: text('transports').array().notNull(),
    name: text('name').notNull(),
    /** Whether the passkey is also on the user's other devices. */
    isBackedUp: boolean('is_backed_up').notNull(),
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at'),
  },
  (t) => [
    uniqueIndex('passkey_credential').on(t.credentialId),
    index('passkey_user').on(t.userId),
    check('passkey_counter_not_negative', sql`${t.counter} >= 0`),
    check(
      'passkey_name_length',
      sql`char_length(${t.name}) between 1 and ${sql.raw(`${MAX_PASSKEY_NAME_LENGTH}`)}`,
    ),
  ],
);

/** A challenge for a passkey to sign. Its first use deletes it, so no signature works twice. */
export const passkeyChallenge = pgTable(
  'passkey_challenge',
  {
    /** SHA-256 of the challenge. */
    hash: text('hash').primaryKey(),
    /** What the signature is for, so that a sign-in's signature cannot confirm anything else. */
    purpose: text('purpose').notNull(),
    /** The browser that requested the challenge: its session, or the SHA-256 of its cookie. */
    browser: text('browser').notNull(),
    /**
     * The user whose passkey must sign; null for a sign-in, where the passkey identifies the user.
     */
    userId: text('user_id').references(() => appUser.id),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [index('passkey_challenge_expiry').on(t.expiresAt)],
);
