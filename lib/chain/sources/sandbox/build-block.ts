import { Block, script, Transaction } from 'bitcoinjs-lib';
import { type Sats, toSats } from '@/lib/domain/sats';
import type { BlockRef } from '../../source';
import { hashToBytes, SANDBOX_SCRIPT } from './build-transaction';

export interface BuiltBlock extends BlockRef {
  readonly time: Date;
  readonly raw: Uint8Array;
  readonly coinbase: { readonly txid: string; readonly sats: Sats };
}

export interface BlockContents {
  readonly transactions: readonly Transaction[];
  readonly feeSats: number;
}

// These constants follow the rules of regtest (Bitcoin Core, kernel/chainparams.cpp and
// validation.cpp).
const VERSION = 0x2000_0000;
const EASIEST_TARGET = 0x207f_ffff;
const HALVING_INTERVAL = 150;
const FIRST_SUBSIDY_SATS = 5_000_000_000n;

/** OP_RETURN, a push of 36 bytes, and the four bytes that begin a witness commitment (BIP 141). */
const COMMITMENT_PREFIX = Buffer.from('6a24aa21a9ed', 'hex');
const NO_INPUT = 0xffff_ffff;

/** Builds the block after `previous`, valid by all rules of a regtest node. */
export function buildBlock(previous: BlockRef, time: Date, contents: BlockContents): BuiltBlock {
  const height = previous.height + 1;
  const sats = toSats(subsidyAt(height) + BigInt(contents.feeSats));
  const coinbase = buildCoinbase(height, sats, contents.transactions);
  const transactions = [coinbase, ...contents.transactions];

  const block = new Block();
  block.version = VERSION;
  block.prevHash = hashToBytes(previous.hash);
  block.merkleRoot = Block.calculateMerkleRoot(transactions);
  block.timestamp = Math.floor(time.getTime() / 1000);
  block.bits = EASIEST_TARGET;
  block.transactions = transactions;
  // On average, every second hash meets regtest's target.
  while (!block.checkProofOfWork()) block.nonce += 1;
  return {
    height,
    hash: block.getId(),
    time: new Date(block.timestamp * 1000),
    raw: block.toBuffer(),
    coinbase: { txid: coinbase.getId(), sats },
  };
}

function buildCoinbase(
  height: number,
  sats: Sats,
  transactions: readonly Transaction[],
): Transaction {
  const coinbase = new Transaction();
  coinbase.version = 2;
  // The height must come first (BIP 34). The random bytes make any two blocks on the same parent
  // differ.
  const opening = script.compile([
    script.number.encode(height),
    crypto.getRandomValues(new Uint8Array(8)),
  ]);
  coinbase.addInput(new Uint8Array(32), NO_INPUT, Transaction.DEFAULT_SEQUENCE, opening);
  coinbase.addOutput(SANDBOX_SCRIPT, BigInt(sats));
  coinbase.setWitness(0, [new Uint8Array(32)]);
  const commitment = Block.calculateMerkleRoot([coinbase, ...transactions], true);
  coinbase.addOutput(Buffer.concat([COMMITMENT_PREFIX, commitment]), 0n);
  return coinbase;
}

function subsidyAt(height: number): bigint {
  return FIRST_SUBSIDY_SATS >> BigInt(Math.floor(height / HALVING_INTERVAL));
}
