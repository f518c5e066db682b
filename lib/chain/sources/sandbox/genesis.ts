import { Transaction } from 'bitcoinjs-lib';
import { type Sats, toSats } from '@/lib/domain/sats';
import type { BlockRef } from '../../source';
import { type BlockContents, type BuiltBlock, buildBlock } from './build-block';
import {
  buildTransaction,
  type Payee,
  SANDBOX_SCRIPT,
  type SandboxOutput,
  virtualSizeOf,
} from './build-transaction';
import { COINBASE_MATURITY } from './rules';

/** Regtest's first block, the same on every node. */
export const GENESIS = {
  height: 0,
  hash: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
  time: new Date('2011-02-02T23:16:42Z'),
  raw: Buffer.from(
    '0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b2' +
      '7ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4adae5494dffff7f20020000000101000000010000' +
      '000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d01044554' +
      '68652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f6620' +
      '7365636f6e64206261696c6f757420666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0' +
      'fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de' +
      '5c384df7ba0b8d578a4c702b6bf11d5fac00000000',
    'hex',
  ),
} as const;

/**
 * At this height of a new chain, 60 coinbases of 50 BTC have reached {@link COINBASE_SPEND_DEPTH}.
 */
export const INITIAL_CHAIN_HEIGHT = 260;
const BLOCK_INTERVAL_MS = 600_000;

/** Coinbases that are split into 500 small outputs each, for everyday payments. */
const SPLIT_COINBASES = 2;
const SPLIT_INTO = 500;
const SPLIT_HEIGHT = COINBASE_MATURITY + SPLIT_COINBASES;
const SPLIT_FEE_RATE = 5;

interface StartOutput extends SandboxOutput {
  readonly height: number;
  readonly coinbase: boolean;
}

export interface InitialChain {
  readonly blocks: readonly BuiltBlock[];
  readonly outputs: readonly StartOutput[];
}

/** Builds the first blocks of a sandbox, ten minutes apart and up to `now`, and their outputs. */
export function buildInitialChain(now: Date): InitialChain {
  const blocks: BuiltBlock[] = [];
  const outputs: StartOutput[] = [];
  let previous: BlockRef = GENESIS;
  while (previous.height < INITIAL_CHAIN_HEIGHT) {
    const height = previous.height + 1;
    const splits = height === SPLIT_HEIGHT ? outputs.splice(0, SPLIT_COINBASES).map(split) : [];
    const time = new Date(now.getTime() - (INITIAL_CHAIN_HEIGHT - height) * BLOCK_INTERVAL_MS);
    const block = buildBlock(previous, time, contentsOf(splits));
    blocks.push(block);
    outputs.push({ ...block.coinbase, vout: 0, height, coinbase: true });
    for (const { txid, payees } of splits) {
      for (const [vout, { sats }] of payees.entries()) {
        outputs.push({ txid, vout, sats, height, coinbase: false });
      }
    }
    previous = block;
  }
  return { blocks, outputs };
}

function split(output: SandboxOutput) {
  const equal = (sats: Sats) => new Array<Payee>(SPLIT_INTO).fill({ script: SANDBOX_SCRIPT, sats });
  const leastFee = virtualSizeOf(1, equal(output.sats)) * SPLIT_FEE_RATE;
  const sats = toSats(Math.floor((output.sats - leastFee) / SPLIT_INTO));
  const payees = equal(sats);
  const { txid, raw, feeSats } = buildTransaction(
    [output],
    payees,
    toSats(output.sats - sats * SPLIT_INTO),
  );
  return { txid, raw, feeSats, payees };
}

function contentsOf(splits: readonly ReturnType<typeof split>[]): BlockContents {
  return {
    transactions: splits.map(({ raw }) => Transaction.fromBuffer(raw)),
    feeSats: splits.reduce((sum, { feeSats }) => sum + feeSats, 0),
  };
}
