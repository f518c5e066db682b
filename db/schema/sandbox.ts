import { sql } from 'drizzle-orm';
import {
  bigserial,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { bytes, isOneOf, moment, satsColumn } from './columns';

/** Transactions in `mempool` and `confirmed` count. Transactions in `gone` never return. */
const SANDBOX_STATES = ['mempool', 'confirmed', 'gone'] as const;
type SandboxState = (typeof SANDBOX_STATES)[number];

/** The blocks of the sandbox, a regtest chain that exists only in this database. */
export const sandboxBlock = pgTable(
  'sandbox_block',
  {
    hash: text('hash').primaryKey(),
    height: integer('height').notNull(),
    /** Whether the block is on the best chain; false after a reorg disconnected it. */
    active: boolean('active').notNull(),
    /** Header time of the block: whole seconds. */
    time: moment('time').notNull(),
    raw: bytes('raw').notNull(),
  },
  (t) => [
    uniqueIndex('sandbox_block_height').on(t.height).where(sql`${t.active}`),
    check('sandbox_block_height_not_negative', sql`${t.height} >= 0`),
  ],
);

/** Every transaction of the sandbox except coinbases. */
export const sandboxTransaction = pgTable(
  'sandbox_transaction',
  {
    txid: text('txid').primaryKey(),
    /** Order of entry; a transaction always follows the transactions that it spends from. */
    entry: bigserial('entry', { mode: 'number' }).notNull(),
    raw: bytes('raw').notNull(),
    feeSats: satsColumn('fee_sats').notNull(),
    /** The output that pays the sandbox's own change; null if there is none. */
    changeVout: integer('change_vout'),
    state: text('state').$type<SandboxState>().notNull(),
    blockHash: text('block_hash').references(() => sandboxBlock.hash),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [
    index('sandbox_transaction_mempool').on(t.entry).where(sql`${t.state} = 'mempool'`),
    index('sandbox_transaction_block').on(t.blockHash),
    check('sandbox_transaction_state_known', isOneOf(t.state, SANDBOX_STATES)),
    check(
      'sandbox_transaction_block_when_confirmed',
      sql`(${t.state} = 'confirmed') = (${t.blockHash} is not null)`,
    ),
    check('sandbox_transaction_fee_not_negative', sql`${t.feeSats} >= 0`),
  ],
);

export const sandboxOutput = pgTable(
  'sandbox_output',
  {
    txid: text('txid').notNull(),
    vout: integer('vout').notNull(),
    sats: satsColumn('sats').notNull(),
    /** Height of the output's block; null while its transaction is unconfirmed. */
    height: integer('height'),
    /**
     * Whether the output is from a coinbase. Such an output can be spent only at depth 100, and is
     * lost when its block is disconnected.
     */
    coinbase: boolean('coinbase').notNull(),
    /** The only transaction in the mempool or on the chain that spends the output. */
    spentBy: text('spent_by').references(() => sandboxTransaction.txid),
  },
  (t) => [
    primaryKey({ columns: [t.txid, t.vout] }),
    index('sandbox_output_unspent').on(t.sats).where(sql`${t.spentBy} is null`),
    index('sandbox_output_spent_by').on(t.spentBy),
    index('sandbox_output_height').on(t.height),
    check('sandbox_output_positive', sql`${t.sats} > 0`),
    check('sandbox_output_coinbase_has_height', sql`not ${t.coinbase} or ${t.height} is not null`),
  ],
);
