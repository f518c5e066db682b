import { createServer } from 'node:http';
import { seededRandom } from '@/test/support/random';
import { buildBlock, buildTransaction } from './build';

/**
 * Speaks the part of a Bitcoin node's RPC that the follower needs, over a generated chain: full
 * blocks, at the speed of a look-up. `bench_mine` and `bench_fill` set their contents.
 */
const [port, seed = ''] = process.argv.slice(2);
const random = seededRandom(seed);
const NO_BLOCK = '0'.repeat(64);

const chain: string[] = [];
const blocks = new Map<string, string>();
const mempool = new Map<string, string>();

/** @param ours scripts that one transaction of the block pays */
function mine(transactions: number, ours: readonly string[]): string {
  const made = Array.from({ length: transactions }, (_, n) =>
    buildTransaction(random, n === 0 ? ours : []),
  );
  const block = buildBlock(chain.at(-1) ?? NO_BLOCK, made, Math.floor(Date.now() / 1_000));
  blocks.set(block.id, block.hex);
  chain.push(block.id);
  return block.id;
}

function fill(transactions: number, ours: readonly string[]): number {
  for (let n = 0; n < transactions; n += 1) {
    const { id, hex } = buildTransaction(random, n === 0 ? ours : []);
    mempool.set(id, hex);
  }
  return mempool.size;
}

type Method = (...params: never[]) => unknown;
const methods: Readonly<Record<string, Method>> = {
  bench_mine: (transactions: number, ours: string[]) => mine(transactions, ours),
  bench_fill: (transactions: number, ours: string[]) => fill(transactions, ours),
  getblockchaininfo: () => ({
    chain: 'regtest',
    blocks: chain.length - 1,
    headers: chain.length - 1,
    bestblockhash: chain.at(-1),
    mediantime: Math.floor(Date.now() / 1_000),
    initialblockdownload: false,
  }),
  getblockhash: (height: number) => chain[height],
  getblock: (hash: string) => blocks.get(hash),
  getmempoolinfo: () => ({ loaded: true, size: mempool.size }),
  getrawmempool: () => [...mempool.keys()],
  getrawtransaction: (txid: string) => mempool.get(txid),
};

interface Call {
  readonly id: unknown;
  readonly method: string;
  readonly params: never[];
}

const answer = ({ id, method, params }: Call) => ({
  id,
  error: null,
  result: methods[method]?.(...params) ?? null,
});

mine(1, []);
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
