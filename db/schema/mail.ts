import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { CHANNEL_KINDS, type ChannelKind } from '@/lib/domain/channel';
import type { CalendarMonth } from '@/lib/domain/local-days';
import {
  CHANNEL_TOPICS,
  type ChannelTopic,
  NOTIFICATION_TOPICS,
  type NotificationTopic,
} from '@/lib/domain/notification';
import { merchant } from './accounts';
import { hasOnly, idOf, isOneOf, moment } from './columns';
import { payment } from './payments';
import { appUser } from './people';

/** A channel, such as in Slack, that gets a merchant's notifications. */
export const notificationChannel = pgTable(
  'notification_channel',
  {
    id: text('id').primaryKey(),
    merchantId: idOf('merchant_id', () => merchant.id),
    name: text('name').notNull(),
    kind: text('kind').$type<ChannelKind>().notNull(),
    host: text('host').notNull(),
    /** The channel's URL and token, encrypted for this row. */
    sealedTarget: text('sealed_target').notNull(),
    topics: text('topics').array().$type<ChannelTopic[]>().notNull(),
    createdAt: moment('created_at').notNull(),
    /** Failed attempts since the last success. */
    failures: integer('failures').notNull().default(0),
    /** End of the current attempt's lease, or of the pause after a failure. */
    nextAttemptAt: moment('next_attempt_at'),
    lastSentAt: moment('last_sent_at'),
    /** The last fault; null once a later notification was sent. */
    lastError: text('last_error'),
    lastErrorAt: moment('last_error_at'),
  },
  (t) => [
    index('notification_channel_merchant').on(t.merchantId),
    check('notification_channel_kind', isOneOf(t.kind, CHANNEL_KINDS)),
    check('notification_channel_topics', hasOnly(t.topics, CHANNEL_TOPICS)),
  ],
);

/**
 * The outbox of mails and of notifications to channels. A row is written in the same transaction as
 * the fact that it reports. Its text is erased once the row was sent or given up.
 */
export const mail = pgTable(
  'mail',
  {
    id: text('id').primaryKey(),
    /** An e-mail address, or the id of the channel. */
    recipient: text('recipient').notNull(),
    channelId: text('channel_id').references(() => notificationChannel.id),
    /** Identifies the reported fact, so that each recipient gets only one mail about it. */
    fact: text('fact').notNull(),
    /** The merchant in whose name the mail is sent; null for the server itself. */
    merchantId: text('merchant_id').references(() => merchant.id),
    /** The payment whose customer gets the mail; the mail is erased together with that customer. */
    paymentId: text('payment_id').references(() => payment.id),
    /** Pending mails with the same digest are sent as one; null for a mail that is sent alone. */
    digest: text('digest'),
    locale: text('locale').notNull(),
    subject: text('subject').notNull(),
    /** Plain text; paragraphs are separated by an empty line. */
    body: text('body').notNull(),
    linkText: text('link_text'),
    path: text('path'),
    /** A path that contains a token, encrypted for this row. */
    sealedPath: text('sealed_path'),
    /** The month of the report that is made when the mail is sent, such as "2026-11". */
    report: text('report').$type<CalendarMonth>(),
    createdAt: moment('created_at').notNull(),
    /** When the next attempt is due or the current lease ends; null if no attempt follows. */
    nextAttemptAt: moment('next_attempt_at'),
    attempts: integer('attempts').notNull().default(0),
    /** The id of the mail that includes this one, for the Message-ID of every attempt. */
    batch: text('batch'),
    lastError: text('last_error'),
    sentAt: moment('sent_at'),
    failedAt: moment('failed_at'),
  },
  (t) => [
    uniqueIndex('mail_once').on(t.recipient, t.fact),
    index('mail_due').on(t.nextAttemptAt).where(sql`${t.nextAttemptAt} is not null`),
    index('mail_waiting').on(t.digest).where(sql`${t.sentAt} is null and ${t.failedAt} is null`),
    index('mail_batch').on(t.batch),
    index('mail_payment').on(t.paymentId).where(sql`${t.paymentId} is not null`),
    index('mail_channel').on(t.channelId).where(sql`${t.channelId} is not null`),
    index('mail_created').on(t.createdAt),
    check('mail_ends_once', sql`num_nonnulls(${t.nextAttemptAt}, ${t.sentAt}, ${t.failedAt}) <= 1`),
  ],
);

/**
 * The last results of sending mail. The table has one row while a server with this database sends
 * mail, and otherwise none.
 */
export const mailSender = pgTable(
  'mail_sender',
  {
    only: boolean('only').primaryKey().default(true),
    lastSentAt: moment('last_sent_at'),
    /** The last fault; null once a later mail was sent. */
    lastError: text('last_error'),
    lastErrorAt: moment('last_error_at'),
  },
  (t) => [check('mail_sender_only', sql`${t.only}`)],
);

/** The mails that a member has chosen. Without a row, the member gets the role's default mails. */
export const notificationChoice = pgTable(
  'notification_choice',
  {
    merchantId: idOf('merchant_id', () => merchant.id),
    userId: idOf('user_id', () => appUser.id),
    topics: text('topics').array().$type<NotificationTopic[]>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.userId] }),
    index('notification_choice_user').on(t.userId),
    check('notification_choice_known', hasOnly(t.topics, NOTIFICATION_TOPICS)),
  ],
);

export const passwordReset = pgTable(
  'password_reset',
  {
    id: text('id').primaryKey(),
    userId: idOf('user_id', () => appUser.id),
    /** SHA-256 of the link's token. */
    tokenHash: text('token_hash').notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (t) => [
    uniqueIndex('password_reset_token').on(t.tokenHash),
    index('password_reset_user').on(t.userId, t.createdAt),
  ],
);
