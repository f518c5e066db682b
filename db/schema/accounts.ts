import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { Currency } from '@/lib/domain/currency';
import { CUSTOMER_MAIL_KINDS, type CustomerMailKind } from '@/lib/domain/customer-mail-kind';
import { DEFAULT_EVENT_TYPES, EVENT_TYPES, type EventType } from '@/lib/domain/event-types';
import { NETWORKS, type Network } from '@/lib/domain/network';
import { hasOnly, idOf, isOneOf, moment, sealColumn } from './columns';

export const merchant = pgTable(
  'merchant',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    /** The currency of the overview's totals, in addition to satoshis; null for satoshis alone. */
    displayCurrency: text('display_currency').$type<Currency>(),
    /** IANA time zone by which Home and reports divide days; null for the viewer's own. */
    timeZone: text('time_zone'),
    /** Days from a payment's end until the customer's data is erased; null to keep the data. */
    customerRetentionDays: integer('customer_retention_days'),
    requireFactor: boolean('require_factor').notNull().default(false),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [check('merchant_retention_positive', sql`${t.customerRetentionDays} >= 1`)],
);

/**
 * A receive descriptor on a network. It has no owner: all keys with the descriptor share its index,
 * even across merchants, so that no address is issued twice.
 */
export const wallet = pgTable(
  'wallet',
  {
    id: text('id').primaryKey(),
    network: text('network').$type<Network>().notNull(),
    /** Canonical public descriptor with its checksum (BIP 380). */
    descriptor: text('descriptor').notNull(),
    /** SHA-256 of the scriptPubKeys at index 0 and 1, equal for every spelling of a descriptor. */
    fingerprint: text('fingerprint').notNull(),
    /** The descriptor's script functions without the keys, such as `wpkh`. */
    kind: text('kind').notNull(),
    /** The descriptor, with each key derived along the path steps that all addresses share. */
    template: text('template').notNull(),
    /** The wallet's first addresses, for comparison with the merchant's own wallet. */
    firstAddresses: text('first_addresses').array().notNull(),
    nextIndex: integer('next_index').notNull().default(0),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('wallet_fingerprint').on(t.network, t.fingerprint),
    check('wallet_network_known', isOneOf(t.network, NETWORKS)),
    check('wallet_index_not_negative', sql`${t.nextIndex} >= 0`),
  ],
);

/** A merchant's name for a wallet, and the last check of an address on the signing device. */
export const merchantWallet = pgTable(
  'merchant_wallet',
  {
    merchantId: idOf('merchant_id', () => merchant.id),
    walletId: idOf('wallet_id', () => wallet.id),
    name: text('name').notNull(),
    /** When a member last confirmed that the device shows the address at `comparedIndex`. */
    comparedAt: moment('compared_at'),
    /** A user's id, without a foreign key, because people.ts imports this file. */
    comparedBy: text('compared_by'),
    comparedIndex: integer('compared_index'),
    createdAt: moment('created_at').notNull(),
    seal: sealColumn(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.walletId] }),
    index('merchant_wallet_wallet').on(t.walletId),
    check(
      'merchant_wallet_compared_whole',
      sql`num_nulls(${t.comparedAt}, ${t.comparedBy}, ${t.comparedIndex}) in (0, 3)`,
    ),
  ],
);

/** Payments belong to the key, so rotating one of its secrets does not affect them. */
export const apiKey = pgTable(
  'api_key',
  {
    id: text('id').primaryKey(),
    merchantId: idOf('merchant_id', () => merchant.id),
    walletId: text('wallet_id').notNull(),
    network: text('network').$type<Network>().notNull(),
    name: text('name').notNull(),
    allowCustomAddresses: boolean('allow_custom_addresses').notNull().default(false),
    /** Whether the key may change its own events and embedding sites, and manage webhooks. */
    allowManagement: boolean('allow_management').notNull().default(false),
    /** Whether customers may create a new payment after a payment of this key has expired. */
    allowFollowUps: boolean('allow_follow_ups').notNull().default(false),
    /** Origins, such as "https://shop.example", whose pages may frame the payment page. */
    embedOrigins: text('embed_origins').array().notNull().default(sql`'{}'::text[]`),
    /** CIDR ranges from which requests may come; empty for any address. */
    allowedIps: text('allowed_ips').array().notNull().default(sql`'{}'::text[]`),
    webhookEvents: text('webhook_events')
      .array()
      .$type<EventType[]>()
      .notNull()
      .default([...DEFAULT_EVENT_TYPES]),
    customerMails: text('customer_mails')
      .array()
      .$type<CustomerMailKind[]>()
      .notNull()
      .default(sql`'{}'::text[]`),
    /** Webhook URL of payments that have no URL of their own; null for no webhooks. */
    defaultWebhookUrl: text('default_webhook_url'),
    createdAt: moment('created_at').notNull(),
    /** Null for a key that never expires. An expired key is refused like a revoked one. */
    expiresAt: moment('expires_at'),
    revokedAt: moment('revoked_at'),
    /** The key's last use, which is written at most once a minute. */
    lastUsedAt: moment('last_used_at'),
    seal: sealColumn(),
  },
  (t) => [
    foreignKey({
      name: 'api_key_merchant_wallet',
      columns: [t.merchantId, t.walletId],
      foreignColumns: [merchantWallet.merchantId, merchantWallet.walletId],
    }),
    index('api_key_merchant').on(t.merchantId),
    index('api_key_wallet').on(t.walletId),
    check('api_key_network_known', isOneOf(t.network, NETWORKS)),
    check('api_key_events_known', hasOnly(t.webhookEvents, EVENT_TYPES)),
    check('api_key_mails_known', hasOnly(t.customerMails, CUSTOMER_MAIL_KINDS)),
  ],
);

/** A bearer secret of a key. Only its SHA-256 and a prefix for display are stored. */
export const apiKeySecret = pgTable(
  'api_key_secret',
  {
    id: text('id').primaryKey(),
    apiKeyId: idOf('api_key_id', () => apiKey.id),
    hash: text('hash').notNull(),
    prefix: text('prefix').notNull(),
    createdAt: moment('created_at').notNull(),
    /** When this secret expires after a rotation; null while the secret is the current one. */
    expiresAt: moment('expires_at'),
    seal: sealColumn(),
  },
  (t) => [
    uniqueIndex('api_key_secret_hash').on(t.hash),
    index('api_key_secret_key').on(t.apiKeyId),
  ],
);

/** A webhook signing secret, encrypted (AES-256-GCM). Rotated secrets stay valid for a while. */
export const signingSecret = pgTable(
  'signing_secret',
  {
    id: text('id').primaryKey(),
    /** The API key or the webhook endpoint whose webhooks this secret signs. */
    ownerId: text('owner_id').notNull(),
    ciphertext: text('ciphertext').notNull(),
    createdAt: moment('created_at').notNull(),
    /** When this secret expires after a rotation; null while the secret is the current one. */
    expiresAt: moment('expires_at'),
  },
  (t) => [index('signing_secret_owner').on(t.ownerId)],
);

/**
 * A row that did not match its seal when the server read it. The operator's next check deletes it.
 */
export const alteredRow = pgTable(
  'altered_row',
  {
    kind: text('kind').notNull(),
    rowId: text('row_id').notNull(),
    merchantId: text('merchant_id'),
    foundAt: moment('found_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.rowId] })],
);
