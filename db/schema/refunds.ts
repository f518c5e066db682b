import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { Network } from '@/lib/domain/network';
import type { PriceRequest } from '@/lib/domain/price';
import { REFUND_STATUSES, type RefundStatus } from '@/lib/domain/refund';
import type { Sats } from '@/lib/domain/sats';
import { apiKey } from './accounts';
import { transaction } from './chain';
import { idOf, isOneOf, moment, satsColumn, sealColumn } from './columns';
import { payment } from './payments';
import { appUser } from './people';

/** Money of a payment that the merchant returns from their own wallet. */
export const refund = pgTable(
  'refund',
  {
    id: text('id').primaryKey(),
    paymentId: idOf('payment_id', () => payment.id),
    apiKeyId: idOf('api_key_id', () => apiKey.id),
    network: text('network').$type<Network>().notNull(),
    /** The satoshis to send; once the refund is sent, the satoshis of its output. */
    amountSats: satsColumn('amount_sats').notNull(),
    /** The amount in currency, fixed when the refund was recorded; null without a currency. */
    price: jsonb('price').$type<PriceRequest>(),
    /** When the satoshis were last quoted for the price; null if they cannot change any more. */
    quotedAt: moment('quoted_at'),
    /**
     * Every amount that the merchant was asked to send. An output with any of these amounts pays
     * the refund.
     */
    askedSats: satsColumn('asked_sats').array().$type<Sats[]>().notNull(),
    /** Whether the actor explicitly allowed the payment's refunds to exceed the received amount. */
    excessConfirmed: boolean('excess_confirmed').notNull().default(false),
    address: text('address'),
    /** scriptPubKey of the address, lower-case hex, by which its output is found. */
    script: text('script'),
    /** scriptPubKeys of replaced addresses. A member decides whether outputs to them count. */
    formerScripts: text('former_scripts').array().notNull().default(sql`'{}'`),
    addressGivenBy: text('address_given_by').$type<'merchant' | 'customer'>(),
    addressGivenAt: moment('address_given_at'),
    /** Expiry of the customer's link. A new link makes the earlier one invalid. */
    linkExpiresAt: moment('link_expires_at'),
    /** Blocks below this height are older than the refund's first address and do not count. */
    watchFromHeight: integer('watch_from_height').notNull().default(0),
    /** The hash of the block below `watchFromHeight`; null if the chain had not been read yet. */
    watchAfterHash: text('watch_after_hash'),
    /** Whether the mempool has not yet been searched for the refund's address. */
    isNewAddress: boolean('is_new_address').notNull().default(false),
    /** Height of the next past block to search, downwards; null when none is left. */
    searchHeight: integer('search_height'),
    /** The transaction that pays the refund, as the merchant entered it. It is only a hint. */
    claimedTxid: text('claimed_txid'),
    requiredConfirmations: smallint('required_confirmations').notNull(),
    status: text('status').$type<RefundStatus>().notNull(),
    txid: text('txid'),
    vout: integer('vout'),
    /** Height of the transaction's block; null while unconfirmed. */
    height: integer('height'),
    /** The refund's share of the transaction's fee; null until the source has reported the fee. */
    feeSats: satsColumn('fee_sats'),
    /** Whether the source must still be asked for the fee. */
    wantsFee: boolean('wants_fee').notNull().default(false),
    /** The transaction of the last refund.confirmed event. */
    announcedTxid: text('announced_txid'),
    /** The member who recorded the refund; null for the API key. */
    createdBy: text('created_by').references(() => appUser.id),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
    sentAt: moment('sent_at'),
    confirmedAt: moment('confirmed_at'),
    droppedAt: moment('dropped_at'),
    seal: sealColumn(),
  },
  (t) => [
    index('refund_payment').on(t.paymentId, t.createdAt, t.id),
    index('refund_script').using('hash', t.script),
    index('refund_former').on(t.network).where(sql`${t.formerScripts} <> '{}'`),
    uniqueIndex('refund_output_once').on(t.network, t.txid, t.vout),
    index('refund_open')
      .on(t.apiKeyId, t.createdAt)
      .where(sql`${t.status} in ('requested', 'ready')`),
    index('refund_sent').on(t.apiKeyId, t.sentAt).where(sql`${t.status} in ('sent', 'confirmed')`),
    index('refund_to_confirm').on(t.network, t.height).where(sql`${t.status} = 'sent'`),
    index('refund_confirmed').on(t.network, t.height).where(sql`${t.status} = 'confirmed'`),
    index('refund_ready').on(t.network, t.updatedAt).where(sql`${t.status} = 'ready'`),
    index('refund_new_address').on(t.network).where(sql`${t.isNewAddress}`),
    index('refund_wants_fee').on(t.network).where(sql`${t.wantsFee}`),
    index('refund_search').on(t.network).where(sql`${t.searchHeight} is not null`),
    check('refund_status_known', isOneOf(t.status, REFUND_STATUSES)),
    check('refund_amount_positive', sql`${t.amountSats} >= 1`),
    check('refund_address_with_script', sql`(${t.address} is null) = (${t.script} is null)`),
    check(
      'refund_requested_without_address',
      sql`${t.status} <> 'requested' or ${t.script} is null`,
    ),
    check('refund_ready_with_address', sql`${t.status} <> 'ready' or ${t.script} is not null`),
    check(
      'refund_sent_with_output',
      sql`(${t.status} in ('sent', 'confirmed')) = (${t.txid} is not null and ${t.vout} is not null and ${t.sentAt} is not null)`,
    ),
    check(
      'refund_confirmed_in_block',
      sql`${t.status} <> 'confirmed' or (${t.height} is not null and ${t.confirmedAt} is not null)`,
    ),
    check('refund_dropped_at', sql`${t.status} <> 'dropped' or ${t.droppedAt} is not null`),
  ],
);

/**
 * An output to the address of a refund. Several refunds can share the address. Rows are never
 * deleted, but do not count while their transaction is missing.
 */
export const refundOutput = pgTable(
  'refund_output',
  {
    network: text('network').$type<Network>().notNull(),
    txid: text('txid').notNull(),
    vout: integer('vout').notNull(),
    script: text('script').notNull(),
    sats: satsColumn('sats').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.network, t.txid, t.vout] }),
    foreignKey({
      columns: [t.network, t.txid],
      foreignColumns: [transaction.network, transaction.txid],
      name: 'refund_output_transaction',
    }),
    index('refund_output_script').using('hash', t.script),
  ],
);
