import { Block, Transaction } from 'bitcoinjs-lib';
import { hashToBytes } from '@/lib/chain/sources/sandbox/build-transaction';
import type { Random } from '@/test/support/random';

export const RBF_SEQUENCE = 0xffff_fffd;
const SATS = 50_000n;

/**
 * Returns a typical transaction of 832 weight units, with two P2WPKH inputs and two P2WPKH outputs.
 *
 * @param scripts of additional outputs, in hex
 */
export function buildTransaction(random: Random, scripts: readonly string[]): Transaction {
  const transaction = new Transaction();
  transaction.version = 2;
  for (const input of [0, 1]) {
    transaction.addInput(random.bytes(32), 0, RBF_SEQUENCE);
    transaction.setWitness(input, [random.bytes(71), random.bytes(33)]);
    transaction.addOutput(Buffer.concat([Buffer.from([0, 20]), random.bytes(20)]), SATS);
  }
  for (const script of scripts) transaction.addOutput(Buffer.from(script, 'hex'), SATS);
  return transaction;
}

/** The block has no proof of work. */
export function buildBlock(previous: string, transactions: Transaction[], time: number): Block {
  const block = new Block();
  block.version = 0x2000_0000;
  block.prevHash = hashToBytes(previous);
  block.merkleRoot = Block.calculateMerkleRoot(transactions);
  block.timestamp = time;
  block.bits = 0x207f_ffff;
  block.transactions = transactions;
  return block;
}
