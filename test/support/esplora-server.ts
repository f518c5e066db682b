import http, { type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestNode } from './bitcoind';
import { NodeRpcError } from './node-rpc';

export interface EsploraReply {
  readonly status: number;
  readonly body: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * With `hang`, the server never responds. With `cut`, it sends half of the correct response and
 * closes the connection.
 */
export type EsploraTrouble = 'hang' | 'cut';

/** `honest` returns the correct response. */
export type EsploraBehavior = (
  path: string,
  honest: () => Promise<EsploraReply>,
) => Promise<EsploraReply | EsploraTrouble>;

export interface EsploraServer {
  readonly url: URL;
  readonly requests: string[];
  behave(behavior: EsploraBehavior): void;
  recover(): void;
  close(): Promise<void>;
}

const HISTORY_BLOCKS = 6;
const PAGE = 10;
const HASH = '[0-9a-f]{64}';

/**
 * Serves Esplora's API from a test node. It imitates quirks of Blockstream's electrs, such as the
 * status that it returns for an unknown transaction.
 */
export async function startEsplora(node: TestNode): Promise<EsploraServer> {
  const requests: string[] = [];
  const honestly: EsploraBehavior = (_path, honest) => honest();
  let behavior = honestly;
  const server = http.createServer((request, response) => {
    const path = (request.url ?? '').replace(/^\/api/, '');
    requests.push(path);
    const honest = () => answer(node, path);
    behavior(path, honest)
      .then(async (reply) => send(response, reply, honest))
      .catch((error: unknown) => send(response, { status: 500, body: String(error) }, honest));
  });
  // The server closes no idle connection, because a client could send a request at that moment.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${port}/api`),
    requests,
    behave: (next) => {
      behavior = next;
    },
    recover: () => {
      behavior = honestly;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function send(
  response: ServerResponse,
  reply: EsploraReply | EsploraTrouble,
  honest: () => Promise<EsploraReply>,
): Promise<void> {
  if (reply === 'hang') return;
  if (reply === 'cut') {
    const body = Buffer.from((await honest()).body);
    response.writeHead(200, { 'content-length': String(body.length) });
    response.write(body.subarray(0, body.length / 2), () => response.socket?.destroy());
    return;
  }
  response.writeHead(reply.status, reply.headers);
  response.end(reply.body);
}

type Handler = (node: TestNode, argument: string) => Promise<EsploraReply>;

const text = (body: string): EsploraReply => ({ status: 200, body });
const json = (body: unknown): EsploraReply => ({ status: 200, body: JSON.stringify(body) });

const ROUTES: readonly (readonly [RegExp, Handler])[] = [
  [/^\/blocks\/tip\/(hash)$/, async (node) => text(await node.rpc<string>('getbestblockhash'))],
  [/^\/blocks\/(\d+)$/, blocksFrom],
  [/^\/block-height\/(\d+)$/, async (node, at) => text(await node.rpc('getblockhash', Number(at)))],
  [
    new RegExp(`^/block/(${HASH})/raw$`),
    async (node, hash) => ({
      status: 200,
      body: Buffer.from(await node.rpc<string>('getblock', hash, 0), 'hex'),
    }),
  ],
  [
    new RegExp(`^/tx/(${HASH})/hex$`),
    async (node, txid) => text(await node.rpc('getrawtransaction', txid)),
  ],
  [
    new RegExp(`^/tx/(${HASH})$`),
    async (node, txid) => {
      const { fee } = await node.rpc<{ fee: number }>('gettransaction', txid);
      return json({ txid, fee: Math.round(-fee * 100_000_000) });
    },
  ],
  [new RegExp(`^/tx/(${HASH})/status$`), async () => json({ confirmed: false })],
  [/^\/address\/(\w+)\/txs$/, history],
  [new RegExp(`^/tx/(${HASH}/outspend/\\d+)$`), outspend],
  [/^\/(fee-estimates)$/, async () => json({ 2: 9.5, 6: 4.25, 144: 1 })],
];

async function outspend(node: TestNode, output: string): Promise<EsploraReply> {
  const [txid, , vout] = output.split('/');
  return json({ spent: (await node.rpc('gettxout', txid, Number(vout), true)) === null });
}

async function answer(node: TestNode, path: string): Promise<EsploraReply> {
  for (const [pattern, handler] of ROUTES) {
    const argument = pattern.exec(path)?.[1];
    if (argument === undefined) continue;
    try {
      return await handler(node, argument);
    } catch (error) {
      if (error instanceof NodeRpcError) return { status: 404, body: 'not found' };
      throw error;
    }
  }
  return { status: 404, body: 'endpoint does not exist or is not supported' };
}

interface Header {
  hash: string;
  height: number;
  previousblockhash?: string;
}

async function blocksFrom(node: TestNode, from: string): Promise<EsploraReply> {
  const page: { id: string; height: number; previousblockhash: string | null }[] = [];
  let hash: string | undefined = await node.rpc<string>('getblockhash', Number(from));
  while (hash !== undefined && page.length < PAGE) {
    const header: Header = await node.rpc<Header>('getblockheader', hash);
    hash = header.previousblockhash;
    page.push({ id: header.hash, height: header.height, previousblockhash: hash ?? null });
  }
  return json(page);
}

interface DecodedTransaction {
  txid: string;
  vout: { scriptPubKey: { address?: string } }[];
}

/** Unconfirmed transactions come first, then the confirmed ones, newest first. */
async function history(node: TestNode, address: string): Promise<EsploraReply> {
  const pays = ({ vout }: DecodedTransaction) =>
    vout.some(({ scriptPubKey }) => scriptPubKey.address === address);
  const found: {
    txid: string;
    status: { confirmed: boolean; block_height?: number; block_hash?: string };
  }[] = [];
  for (const txid of await node.rpc<string[]>('getrawmempool')) {
    const transaction = await node.rpc<DecodedTransaction>('getrawtransaction', txid, true);
    if (pays(transaction)) found.push({ txid, status: { confirmed: false } });
  }
  const { height } = await node.tip();
  for (let at = height; at > Math.max(0, height - HISTORY_BLOCKS); at--) {
    const hash = await node.rpc<string>('getblockhash', at);
    const block = await node.rpc<{ tx: DecodedTransaction[] }>('getblock', hash, 2);
    for (const { txid } of block.tx.filter(pays)) {
      found.push({ txid, status: { confirmed: true, block_height: at, block_hash: hash } });
    }
  }
  return json(found);
}
