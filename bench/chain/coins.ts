import { createHash } from 'node:crypto';
import { Transaction } from 'bitcoinjs-lib';
import { z } from 'zod';
import { createRpc, type Rpc, type RpcCall, RpcError } from '@/lib/chain/sources/node/rpc';
import { hashToBytes } from '@/lib/chain/sources/sandbox/build-transaction';
import type { TestNode } from '@/test/support/bitcoind';
import type { Random } from '@/test/support/random';
import { RBF_SEQUENCE } from './build';

interface Coin {
  readonly txid: string;
  readonly index: number;
  readonly sats: number;
}

interface Output {
  readonly script: string;
  readonly sats: number;
}

export interface SignedTransaction {
  readonly txid: string;
  readonly hex: string;
}

/**
 * The script hash of OP_TRUE (P2WSH, BIP 141). Spending it requires no signature, so creating
 * thousands of transactions takes only seconds.
 */
const TRUE = Buffer.from([0x51]);
const ANYONE = `0020${createHash('sha256').update(TRUE).digest('hex')}`;

const COINBASE_SATS = 5_000_000_000;
/** This many outputs make 86,000 virtual bytes. A node relays transactions up to 100,000. */
const COINS_PER_FAN_OUT = 2_000;
const FAN_OUT_FEE = 200_000;
const FEE = 500;
const MATURITY = 100;
const MAX_BATCH = 500;

/** Unspent outputs of a regtest node. Each measured transaction spends one of them. */
export class SpendableOutputs {
  readonly #node: TestNode;
  readonly #rpc: Rpc;
  readonly #random: Random;
  readonly #coins: Coin[] = [];

  constructor(node: TestNode, random: Random) {
    this.#node = node;
    this.#rpc = createRpc(new URL(node.url));
    this.#random = random;
  }

  get left(): number {
    return this.#coins.length;
  }

  /**
   * Mines until there are this many confirmed outputs. The chain must be new, because on regtest
   * the reward halves every 150 blocks.
   */
  async mine(count: number): Promise<void> {
    const fanOuts = Math.ceil(count / COINS_PER_FAN_OUT);
    const mine = (blocks: number) =>
      this.#node.rpc<string[]>('generatetodescriptor', blocks, `raw(${ANYONE})`);
    const hashes = await mine(fanOuts);
    await mine(MATURITY);
    for (const hash of hashes) {
      const { tx } = await this.#node.rpc<{ tx: string[] }>('getblock', hash, 1);
      const sats = Math.floor((COINBASE_SATS - FAN_OUT_FEE) / COINS_PER_FAN_OUT);
      const outputs = Array.from({ length: COINS_PER_FAN_OUT }, () => ({ script: ANYONE, sats }));
      const { txid, hex } = spend({ txid: tx[0] ?? '', index: 0, sats: COINBASE_SATS }, outputs);
      await this.#node.rpc('sendrawtransaction', hex, 0);
      this.#coins.push(...outputs.map((_, index) => ({ txid, index, sats })));
    }
    while ((await this.#mempoolSize()) > 0) await mine(1);
  }

  /** Adds transactions to the node's mempool. None of them pays a script of ours. */
  async fill(count: number): Promise<void> {
    for (let sent = 0; sent < count; sent += MAX_BATCH) {
      const size = Math.min(MAX_BATCH, count - sent);
      const hexes = Array.from({ length: size }, () => this.pay(this.#stranger(), 50_000).hex);
      await this.#send(hexes);
    }
  }

  /** @throws RpcError if the node rejects any transaction */
  async #send(hexes: readonly string[]): Promise<void> {
    const calls = hexes.map((hex) => ['sendrawtransaction', hex, 0] as unknown as RpcCall);
    const answers = await this.#rpc.batch(z.string(), calls);
    const refusal = answers.find((answer) => answer instanceof RpcError);
    if (refusal) throw refusal;
  }

  /** Creates a transaction and does not send it. The change goes to a script that is not ours. */
  pay(script: string, sats: number): SignedTransaction {
    const coin = this.#coins.pop();
    if (!coin) throw new Error('there are no coins left');
    const change = { script: this.#stranger(), sats: coin.sats - sats - FEE };
    return spend(coin, [{ script, sats }, change]);
  }

  #stranger(): string {
    return `0014${Buffer.from(this.#random.bytes(20)).toString('hex')}`;
  }

  async #mempoolSize(): Promise<number> {
    return (await this.#node.rpc<{ size: number }>('getmempoolinfo')).size;
  }
}

function spend({ txid, index }: Coin, outputs: readonly Output[]): SignedTransaction {
  const transaction = new Transaction();
  transaction.version = 2;
  transaction.addInput(hashToBytes(txid), index, RBF_SEQUENCE);
  transaction.setWitness(0, [TRUE]);
  for (const { script, sats } of outputs) {
    transaction.addOutput(Buffer.from(script, 'hex'), BigInt(sats));
  }
  return { txid: transaction.getId(), hex: transaction.toHex() };
}
