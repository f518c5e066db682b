import { createServer } from 'node:http';
import type { Transaction } from 'bitcoinjs-lib';
import { seededRandom } from '@/test/support/random';
import { buildBlock, buildTransaction } from './build';

/**
 * Imitates the part of a node's RPC that the follower calls. The chain consists of generated full
 * blocks, which stay in memory for fast responses. `bench_mine` and `bench_fill` add blocks and
 * transactions, `bench_show` reveals hidden blocks, `bench_confirm` mines the mempool.
 */
const [port, seed = ''] = process.argv.slice(2);
const random = seededRandom(seed);
const NO_BLOCK = '0'.repeat(64);

/** With one output more than a typical transaction, this many transactions fill a block. */
const PER_BLOCK = 4_000;

const chain: string[] = [];
let shown = 0;
const blocks = new Map<string, string>();
const mempool = new Map<string, { readonly transaction: Transaction; readonly hex: string }>();

function confirm(): number {
  const waiting = [...mempool.values()].map(({ transaction }) => transaction);
  mempool.clear();
  for (let start = 0; start < waiting.length; start += PER_BLOCK)
    append(waiting.slice(start, start + PER_BLOCK));
  return show(chain.length);
}

/** @param ours scripts that one transaction of the hidden block pays */
function mine(transactions: number, ours: readonly string[]): string {
  const made = Array.from({ length: transactions }, (_, n) =>
    buildTransaction(random, n === 0 ? ours : []),
  );
  return append(made);
}

function append(transactions: Transaction[]): string {
  const block = buildBlock(chain.at(-1) ?? NO_BLOCK, transactions, Math.floor(Date.now() / 1_000));
  const id = block.getId();
  blocks.set(id, block.toHex());
  chain.push(id);
  return id;
}

function show(count: number): number {
  shown = Math.min(shown + count, chain.length);
  return shown;
}

function fill(transactions: number, ours: readonly string[]): number {
  for (let n = 0; n < transactions; n += 1) {
    const transaction = buildTransaction(random, n === 0 ? ours : []);
    mempool.set(transaction.getId(), { transaction, hex: transaction.toHex() });
  }
  return mempool.size;
}

function mempoolBytes(): number {
  return [...mempool.values()].reduce((sum, { hex }) => sum + hex.length / 2, 0);
}

type Method = (...params: never[]) => unknown;
const methods: Readonly<Record<string, Method>> = {
  bench_mine: (transactions: number, ours: string[]) => mine(transactions, ours),
  bench_confirm: () => confirm(),
  bench_show: (count: number) => show(count),
  bench_fill: (transactions: number, ours: string[]) => fill(transactions, ours),
  getblockchaininfo: () => ({
    chain: 'regtest',
    blocks: shown - 1,
    headers: shown - 1,
    bestblockhash: chain[shown - 1],
    mediantime: Math.floor(Date.now() / 1_000),
    initialblockdownload: false,
  }),
  getblockhash: (height: number) => (height < shown ? chain[height] : undefined),
  getblock: (hash: string) => blocks.get(hash),
  getmempoolinfo: () => ({ loaded: true, size: mempool.size, bytes: mempoolBytes() }),
  getrawmempool: () => [...mempool.keys()],
  getrawtransaction: (txid: string) => mempool.get(txid)?.hex,
};

interface Call {
  readonly id: unknown;
  readonly method: string;
  readonly params: never[];
}

const NOT_FOUND = { code: -32601, message: 'Method not found' };

function answer({ id, method, params }: Call) {
  const known = methods[method];
  if (!known || !Array.isArray(params)) return { id, error: NOT_FOUND, result: null };
  return { id, error: null, result: known(...params) ?? null };
}

mine(1, []);
show(1);
const server = createServer(async (request, response) => {
  if (request.method === 'GET') return response.end('ready');
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const calls: Call | Call[] = JSON.parse(Buffer.concat(chunks).toString());
  const body = JSON.stringify(Array.isArray(calls) ? calls.map(answer) : answer(calls));
  response.setHeader('content-type', 'application/json');
  response.end(body);
});
server.listen(Number(port), '127.0.0.1');
process.once('disconnect', () => process.exit(0));
