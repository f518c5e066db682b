import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { AUTH_FACTORS, type AuthFactor } from '@/lib/domain/auth-factor';
import { MAX_USER_NAME_LENGTH } from '@/lib/domain/limits';
import { ROLES, type Role } from '@/lib/domain/roles';
import { merchant } from './accounts';
import { idOf, isOneOf, moment } from './columns';

export const appUser = pgTable(
  'app_user',
  {
    id: text('id').primaryKey(),
    /** The e-mail address in lower case, so that an address belongs to only one user. */
    email: text('email').notNull(),
    /** The name that fellow members see instead of the address; null for none. */
    name: text('name'),
    /** Argon2id in its encoded form; null for a user who signs in only with a provider. */
    passwordHash: text('password_hash'),
    /** Whether this is the demo's user, whose team does not count for SIGN_UP=first. */
    demo: boolean('demo').notNull().default(false),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('app_user_email').on(t.email),
    check('app_user_email_lower', sql`${t.email} = lower(${t.email})`),
    check(
      'app_user_name_length',
      sql`char_length(${t.name}) between 1 and ${sql.raw(`${MAX_USER_NAME_LENGTH}`)}`,
    ),
  ],
);

/** The text by which other members see a user. Customers never see it. */
export const displayNameOfUser = sql<string>`coalesce(${appUser.name}, ${appUser.email})`;

export const userIdentity = pgTable(
  'user_identity',
  {
    /** The provider's name, with its issuer if anyone can host this kind of provider. */
    provider: text('provider').notNull(),
    /** The provider's own id of the user, which survives a change of e-mail address. */
    subject: text('subject').notNull(),
    userId: idOf('user_id', () => appUser.id),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.provider, t.subject] }),
    index('user_identity_user').on(t.userId),
  ],
);

export const membership = pgTable(
  'membership',
  {
    merchantId: idOf('merchant_id', () => merchant.id),
    userId: idOf('user_id', () => appUser.id),
    role: text('role').$type<Role>().notNull(),
    createdAt: moment('created_at').notNull(),
    /** The user's last activity with this merchant selected, written at most every few minutes. */
    lastSeenAt: moment('last_seen_at'),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.userId] }),
    index('membership_user').on(t.userId),
    check('membership_role_known', isOneOf(t.role, ROLES)),
  ],
);

/**
 * A browser on which a user has signed in. Its sign-in attempts have a separate limit, which a
 * stranger's failed attempts cannot use up.
 */
export const knownDevice = pgTable(
  'known_device',
  {
    id: text('id').primaryKey(),
    /** SHA-256 of the token in the cookie. All users of one browser have the same token. */
    tokenHash: text('token_hash').notNull(),
    userId: idOf('user_id', () => appUser.id),
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at').notNull(),
  },
  (t) => [
    uniqueIndex('known_device_token').on(t.tokenHash, t.userId),
    index('known_device_user').on(t.userId),
  ],
);

/** A sign-in on one device. The cookie holds its encrypted id and is invalid without this row. */
export const userSession = pgTable(
  'user_session',
  {
    id: text('id').primaryKey(),
    userId: idOf('user_id', () => appUser.id),
    /** The selected merchant. Another one is shown if the user is no longer its member. */
    merchantId: text('merchant_id').references(() => merchant.id),
    /** The device of the sign-in; null once the device is forgotten. */
    deviceId: text('device_id').references(() => knownDevice.id, { onDelete: 'set null' }),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    /** The session's last activity, written at most every few minutes. */
    lastSeenAt: moment('last_seen_at').notNull(),
    revokedAt: moment('revoked_at'),
    /** The factor with which the user most recently proved their identity, and when. */
    factor: text('factor').$type<AuthFactor>().notNull(),
    factorAt: moment('factor_at').notNull(),
    ip: text('ip'),
    userAgent: text('user_agent'),
  },
  (t) => [
    check('user_session_factor_known', isOneOf(t.factor, AUTH_FACTORS)),
    index('user_session_user').on(t.userId, t.createdAt.desc().nullsFirst()),
    index('user_session_device').on(t.deviceId),
  ],
);

export const savedView = pgTable(
  'saved_view',
  {
    id: text('id').primaryKey(),
    userId: idOf('user_id', () => appUser.id),
    merchantId: idOf('merchant_id', () => merchant.id),
    name: text('name').notNull(),
    /** The view's filters, as in the URL of the list. */
    search: text('search').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [uniqueIndex('saved_view_name').on(t.userId, t.merchantId, t.name)],
);

/**
 * An offer to join a team. Only a user with the link and the invited e-mail address can accept it,
 * once.
 */
export const invitation = pgTable(
  'invitation',
  {
    id: text('id').primaryKey(),
    merchantId: idOf('merchant_id', () => merchant.id),
    email: text('email').notNull(),
    role: text('role').$type<Role>().notNull(),
    /** SHA-256 of the link's token. */
    tokenHash: text('token_hash').notNull(),
    invitedBy: idOf('invited_by', () => appUser.id),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    acceptedAt: moment('accepted_at'),
    revokedAt: moment('revoked_at'),
  },
  (t) => [
    uniqueIndex('invitation_token').on(t.tokenHash),
    index('invitation_merchant').on(t.merchantId, t.createdAt.desc().nullsFirst()),
    uniqueIndex('invitation_open')
      .on(t.merchantId, t.email)
      .where(sql`accepted_at is null and revoked_at is null`),
    check('invitation_role_known', isOneOf(t.role, ROLES)),
    check('invitation_email_lower', sql`${t.email} = lower(${t.email})`),
  ],
);

/** A change made by a member. The entry is written with the change, and never modified. */
export const auditEntry = pgTable(
  'audit_entry',
  {
    id: text('id').primaryKey(),
    merchantId: idOf('merchant_id', () => merchant.id),
    /** The member; null for a change by the server itself. */
    userId: text('user_id').references(() => appUser.id),
    action: text('action').notNull(),
    subject: text('subject').notNull(),
    data: jsonb('data').$type<Readonly<Record<string, unknown>>>().notNull(),
    at: moment('at').notNull(),
    ip: text('ip'),
    requestId: text('request_id'),
  },
  (t) => [
    index('audit_entry_merchant').on(
      t.merchantId,
      t.at.desc().nullsFirst(),
      t.id.desc().nullsFirst(),
    ),
    index('audit_entry_subject').on(t.subject, t.at),
  ],
);
