import { sql } from 'drizzle-orm';
import {
  bigserial,
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
import { PAYMENT_STATUSES, type PaymentFlag, type PaymentStatus } from '@/lib/domain/payment';
import type { Price } from '@/lib/domain/price';
import { DECISION_REASONS, type DecisionReason } from '@/lib/domain/worklist';
import { apiKey, wallet } from './accounts';
import { transaction } from './chain';
import { hasOnly, idOf, isOneOf, moment, priceAmount, satsColumn, sealColumn } from './columns';
import { paymentLink } from './links';
import { hasAnyOpenReason, hasHandledReason } from './work-conditions';

export const payment = pgTable(
  'payment',
  {
    id: text('id').primaryKey(),
    /** The unguessable id in the address of the payment page; never the payment's own id. */
    checkoutId: text('checkout_id').notNull(),
    apiKeyId: idOf('api_key_id', () => apiKey.id),
    network: text('network').$type<Network>().notNull(),
    address: text('address').notNull(),
    /** scriptPubKey, lower-case hex, by which outputs are matched. */
    script: text('script').notNull(),
    /** The wallet of a derived address; null for a customer-provided address. */
    walletId: text('wallet_id').references(() => wallet.id),
    derivationIndex: integer('derivation_index'),
    /**
     * Whether the payment reserves its script against other payments. False once the payment has
     * ended, even if it becomes active again, because another payment may have got the address.
     */
    holdsAddress: boolean('holds_address').notNull().default(true),
    /** Blocks below this height are older than the payment and never count. */
    watchFromHeight: integer('watch_from_height').notNull().default(0),
    /** Hash of the newest block at the payment's creation; null for a derived address. */
    watchAfterHash: text('watch_after_hash'),
    amountSats: satsColumn('amount_sats').notNull(),
    /** The price with its conversion to satoshis; null for an amount requested in satoshis. */
    price: jsonb('price').$type<Price>(),
    tolerancePpm: integer('tolerance_ppm').notNull(),
    requiredSats: satsColumn('required_sats').notNull(),
    requiredConfirmations: smallint('required_confirmations').notNull(),
    webhookUrl: text('webhook_url'),
    reference: text('reference'),
    customerName: text('customer_name'),
    customerEmail: text('customer_email'),
    customerReference: text('customer_reference'),
    /** Identifies the customer within the merchant: see `customerKeyOf`. */
    customerKey: text('customer_key'),
    /** The link on whose page the customer created the payment; null for any other payment. */
    paymentLinkId: text('payment_link_id').references(() => paymentLink.id),
    /**
     * The payment whose missing amount this one requests; null for any other payment. There is no
     * foreign key, because payments are never deleted, and the check would wait for a lock.
     */
    followsPaymentId: text('follows_payment_id'),
    status: text('status').$type<PaymentStatus>().notNull().default('pending'),
    flags: text('flags').array().$type<PaymentFlag[]>().notNull().default(sql`'{}'::text[]`),
    /** The payment's inbox reasons that are marked as done. */
    handled: text('handled').array().$type<DecisionReason[]>().notNull().default(sql`'{}'::text[]`),
    /**
     * When a late, too low or too high amount was accepted; null if none was. Cleared when the
     * status or the received amount changes.
     */
    acceptedAt: moment('accepted_at'),
    receivedSats: satsColumn('received_sats')
      .notNull()
      .default(0 as never),
    txid: text('txid'),
    coveredHeight: integer('covered_height'),
    announcedTxid: text('announced_txid'),
    /** The number of the payment's events so far, from which the next event gets its sequence. */
    eventCount: integer('event_count').notNull().default(0),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    /** When any column other than the confirmations last changed. It is part of the ETag. */
    updatedAt: moment('updated_at').notNull(),
    detectedAt: moment('detected_at'),
    confirmedAt: moment('confirmed_at'),
    expiredAt: moment('expired_at'),
    canceledAt: moment('canceled_at'),
    seal: sealColumn(),
  },
  (t) => [
    uniqueIndex('payment_checkout').on(t.checkoutId),
    uniqueIndex('payment_derivation').on(t.walletId, t.derivationIndex),
    uniqueIndex('payment_held_address').on(t.network, t.script).where(sql`${t.holdsAddress}`),
    // A B-tree takes twice as long to match a block's 9,600 scripts with a million payments.
    index('payment_script').using('hash', t.script),
    index('payment_reference').on(t.reference).where(sql`${t.reference} is not null`),
    // The index includes the time, so that the list of customers can be read from the index alone.
    index('payment_customer')
      .on(t.apiKeyId, t.customerKey, t.createdAt)
      .where(sql`${t.customerKey} is not null`),
    index('payment_price_amount').on(priceAmount(t.price)).where(sql`${t.price} is not null`),
    // Nulls come first, to match a plain "order by … desc". The index includes the status, so that
    // counting reads only the index.
    index('payment_list').on(t.apiKeyId, t.createdAt.desc().nullsFirst(), t.id, t.status),
    index('payment_list_verified')
      .on(t.apiKeyId, t.createdAt.desc().nullsFirst(), t.id)
      .where(sql`${t.status} = 'confirmed'`),
    index('payment_list_unverified')
      .on(t.apiKeyId, t.createdAt.desc().nullsFirst(), t.id)
      .where(sql`${t.status} <> 'confirmed'`),
    // This index serves the inbox. It is partial, because few payments have open entries.
    index('payment_open_work').on(t.apiKeyId).where(hasAnyOpenReason(t)),
    index('payment_handled_work').on(t.apiKeyId).where(hasHandledReason(t)),
    // The index includes the amount, so that a link's page can be read from the index alone.
    index('payment_of_link')
      .on(t.paymentLinkId, t.status, t.receivedSats)
      .where(sql`${t.paymentLinkId} is not null`),
    index('payment_of_links_of_wallet')
      .on(t.walletId, t.createdAt)
      .where(sql`${t.paymentLinkId} is not null`),
    index('payment_follows').on(t.followsPaymentId).where(sql`${t.followsPaymentId} is not null`),
    index('payment_to_expire').on(t.network, t.expiresAt).where(sql`${t.status} = 'pending'`),
    // This index also finds the few payments of a merchant that are detected but not confirmed.
    index('payment_to_confirm').on(t.network, t.coveredHeight).where(sql`${t.status} = 'detected'`),
    // The index includes the amount, so that totals can be read from the index alone.
    index('payment_confirmed')
      .on(t.apiKeyId, t.confirmedAt, t.receivedSats)
      .where(sql`${t.status} = 'confirmed'`),
    index('payment_covered').on(t.network, t.coveredHeight),
    check('payment_status_known', isOneOf(t.status, PAYMENT_STATUSES)),
    check('payment_handled_known', hasOnly(t.handled, DECISION_REASONS)),
    check('payment_amount_positive', sql`${t.amountSats} >= 1`),
    check('payment_required_in_range', sql`${t.requiredSats} between 1 and ${t.amountSats}`),
    check('payment_received_not_negative', sql`${t.receivedSats} >= 0`),
    check('payment_depth_in_range', sql`${t.requiredConfirmations} between 1 and 6`),
    check('payment_tolerance_in_range', sql`${t.tolerancePpm} between 0 and 10000`),
    check(
      'payment_customer_identified',
      sql`${t.customerKey} is not distinct from coalesce(${t.customerReference}, ${t.customerEmail}, ${t.customerName})`,
    ),
    check(
      'payment_derived_or_custom',
      sql`(${t.walletId} is null) = (${t.derivationIndex} is null)`,
    ),
  ],
);

/**
 * Payments counted by API key and hour of creation, so that totals and deep pages need no counting.
 * Triggers on `payment` update the counts in the payment's transaction. Created and confirmed
 * payments are counted in separate rows, so that neither waits for the other.
 */
export const paymentCount = pgTable(
  'payment_count',
  {
    apiKeyId: text('api_key_id').notNull(),
    kind: text('kind').$type<'created' | 'verified'>().notNull(),
    /** Start of the hour, UTC. */
    hour: moment('hour').notNull(),
    payments: integer('payments').notNull(),
  },
  (t) => [primaryKey({ columns: [t.apiKeyId, t.kind, t.hour] })],
);

/**
 * Every change of a payment's state, in order, for the payment's timeline. A row is written in the
 * transaction of the change. A new payment has no rows.
 */
export const paymentChange = pgTable(
  'payment_change',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    paymentId: idOf('payment_id', () => payment.id),
    at: moment('at').notNull(),
    status: text('status').$type<PaymentStatus>().notNull(),
    flags: text('flags').array().$type<PaymentFlag[]>().notNull(),
    receivedSats: satsColumn('received_sats').notNull(),
    txid: text('txid'),
    coveredHeight: integer('covered_height'),
  },
  (t) => [
    index('payment_change_payment').on(t.paymentId, t.id),
    check('payment_change_status_known', isOneOf(t.status, PAYMENT_STATUSES)),
  ],
);

/**
 * Payments with a customer-provided address for which the mempool has not been searched yet. The
 * row is written with the payment. The chain read that searches the mempool deletes it.
 */
export const newAddress = pgTable('new_address', {
  paymentId: text('payment_id')
    .primaryKey()
    .references(() => payment.id),
});

/**
 * An output that pays a payment. Rows are never deleted: the outputs of a missing transaction are
 * marked as gone. Triggers copy three columns of the transaction, because the index that sorts a
 * payment's outputs needs them.
 */
export const output = pgTable(
  'output',
  {
    network: text('network').$type<Network>().notNull(),
    txid: text('txid').notNull(),
    vout: integer('vout').notNull(),
    paymentId: idOf('payment_id', () => payment.id),
    sats: satsColumn('sats').notNull(),
    /** Height from which the output counts. For a mining reward, it is above the block's height. */
    height: integer('height'),
    gone: boolean('gone').notNull().default(false),
    firstSeenAt: moment('first_seen_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.network, t.txid, t.vout] }),
    foreignKey({
      columns: [t.network, t.txid],
      foreignColumns: [transaction.network, transaction.txid],
      name: 'output_transaction',
    }),
    index('output_seen').on(t.paymentId, t.firstSeenAt, t.txid, t.vout),
    // The index includes the amount, so that outputs can be added up from the index alone.
    index('output_age')
      .on(t.paymentId, t.height, t.firstSeenAt, t.txid, t.vout, t.sats)
      .where(sql`not ${t.gone}`),
  ],
);

/**
 * When a payment's page was last viewed, for chain sources that are read address by address.
 * Without a foreign key, a write touches no other row. Without a second index, PostgreSQL updates
 * the row in place.
 */
export const paymentView = pgTable('payment_view', {
  checkoutId: text('checkout_id').primaryKey(),
  viewedAt: moment('viewed_at').notNull(),
});
