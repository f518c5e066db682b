import { sql } from 'drizzle-orm';
import {
  bigserial,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import type { Network } from '@/lib/domain/network';
import { moment } from './columns';

export const chain = pgTable('chain', {
  network: text('network').$type<Network>().primaryKey(),
  /** The cursor: the last block whose effects are in the database. Null before the first read. */
  height: integer('height'),
  hash: text('hash'),
  /**
   * Every read increments this number when it starts. A read with an older number cannot commit.
   */
  epoch: integer('epoch').notNull().default(0),
  blockTime: moment('block_time'),
  /** The best height that the source has reported, to measure the lag of the cursor. */
  tipHeight: integer('tip_height'),
  tipHash: text('tip_hash'),
  /** The last tip that the operator accepted although it is not on the cursor's branch. */
  acceptedTip: jsonb('accepted_tip').$type<{ readonly height: number; readonly hash: string }>(),
  /** When a read of the chain last ended without a fault, complete or not. */
  answeredAt: moment('answered_at'),
  /** Start of the last complete read of tip and mempool; payments expire only up to this time. */
  readAt: moment('read_at'),
  lastError: text('last_error'),
  failingSince: moment('failing_since'),
  /** Number of consecutive failed reads, from which the back-off is calculated. */
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
    /** Header time of the block; null for a block before the first one that was read. */
    time: moment('time'),
  },
  (t) => [primaryKey({ columns: [t.network, t.height] })],
);

/** Every reorg that was followed. Rows are never deleted: they are rare and are evidence. */
export const chainReorg = pgTable(
  'chain_reorg',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    network: text('network').$type<Network>().notNull(),
    at: moment('at').notNull(),
    forkHeight: integer('fork_height').notNull(),
    /** The tip of the abandoned chain. */
    fromHeight: integer('from_height').notNull(),
    fromHash: text('from_hash').notNull(),
    /** The tip of the new chain. */
    toHeight: integer('to_height').notNull(),
    toHash: text('to_hash').notNull(),
  },
  (t) => [index('chain_reorg_network').on(t.network, t.id)],
);

/** The certificate that each Electrum server presented at the first connection. */
export const pinnedCertificate = pgTable(
  'pinned_certificate',
  {
    network: text('network').$type<Network>().notNull(),
    /** The server's host:port. */
    server: text('server').notNull(),
    /** SHA-256 of the certificate; "signed" if a public authority has signed it. */
    fingerprint: text('fingerprint').notNull(),
  },
  (t) => [primaryKey({ columns: [t.network, t.server] })],
);

export const transaction = pgTable(
  'transaction',
  {
    network: text('network').$type<Network>().notNull(),
    txid: text('txid').notNull(),
    /** Height of the transaction's block; null while the transaction is unconfirmed. */
    height: integer('height'),
    firstSeenAt: moment('first_seen_at').notNull(),
    missingSince: moment('missing_since'),
    /** True once the transaction was missing for the whole grace period, or was replaced. */
    gone: boolean('gone').notNull().default(false),
    /** A transaction that spends one of the same outpoints; null if none was seen. */
    replacedBy: text('replaced_by'),
    /** The outpoints that the transaction spends, `txid:vout`, to recognize replacements. */
    spends: text('spends').array().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.network, t.txid] }),
    // The index is partial, because transactions that no longer count accumulate over the years.
    index('transaction_waiting').on(t.network).where(sql`${t.height} is null and not ${t.gone}`),
    index('transaction_gone')
      .on(t.network, t.missingSince)
      .where(sql`${t.height} is null and ${t.gone}`),
    index('transaction_height').on(t.network, t.height),
  ],
);
