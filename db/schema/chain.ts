import { sql } from 'drizzle-orm';
import { bigserial, boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Network } from '@/lib/domain/network';
import { moment } from './columns';

/** How far each network has been followed, and how its source is doing. */
export const chain = pgTable('chain', {
  network: text('network').$type<Network>().primaryKey(),
  /** The cursor: the last block whose effects are in the database. Null before the first read. */
  height: integer('height'),
  hash: text('hash'),
  /** Raised by every process that starts a read: an overtaken one can no longer commit. */
  epoch: integer('epoch').notNull().default(0),
  /** Header time of the block at the cursor. */
  blockTime: moment('block_time'),
  /** The best height the source has named, to tell how far behind the cursor is. */
  tipHeight: integer('tip_height'),
  tipHash: text('tip_hash'),
  /** When a read last ended without a fault, whether or not it got to the end of everything. */
  answeredAt: moment('answered_at'),
  /** When the last read that reached the tip and the whole mempool began: nothing expires later. */
  readAt: moment('read_at'),
  lastError: text('last_error'),
  failingSince: moment('failing_since'),
  /** Failed reads in a row, for the back-off. */
  failures: integer('failures').notNull().default(0),
  nextReadAt: moment('next_read_at'),
});

/** The newest 2,016 blocks up to the cursor, to find where a reorg forked. */
export const block = pgTable(
  'block',
  {
    network: text('network').$type<Network>().notNull(),
    height: integer('height').notNull(),
    hash: text('hash').notNull(),
  },
  (t) => [primaryKey({ columns: [t.network, t.height] })],
);

/** Every reorg that was followed. They are rare, and evidence: none is ever deleted. */
export const chainReorg = pgTable(
  'chain_reorg',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    network: text('network').$type<Network>().notNull(),
    at: moment('at').notNull(),
    /** The newest block that stayed. */
    forkHeight: integer('fork_height').notNull(),
    /** The tip of the chain that was left. */
    fromHeight: integer('from_height').notNull(),
    fromHash: text('from_hash').notNull(),
    /** The tip of the chain that was taken instead. */
    toHeight: integer('to_height').notNull(),
    toHash: text('to_hash').notNull(),
  },
  (t) => [index('chain_reorg_network').on(t.network, t.id)],
);

/** A transaction that pays us. */
export const transaction = pgTable(
  'transaction',
  {
    network: text('network').$type<Network>().notNull(),
    txid: text('txid').notNull(),
    /** Height of its block; null while unconfirmed. */
    height: integer('height'),
    firstSeenAt: moment('first_seen_at').notNull(),
    /** Since when it is missing from the mempool. */
    missingSince: moment('missing_since'),
    /** True once it no longer counts: missing for the grace period, or known to be replaced. */
    gone: boolean('gone').notNull().default(false),
    /** The transaction that spends one of the same outpoints, where it was seen. */
    replacedBy: text('replaced_by'),
    /** The outpoints it spends, `txid:vout`, to recognise what replaces it. */
    spends: text('spends').array().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.network, t.txid] }),
    index('transaction_unconfirmed').on(t.network).where(sql`${t.height} is null`),
    index('transaction_height').on(t.network, t.height),
  ],
);
