import net from 'node:net';
import readline from 'node:readline';
import tls from 'node:tls';
import type { TestNode } from './bitcoind';
import { ElectrumIndex } from './electrum-index';
import { NodeRpcError } from './node-rpc';

/**
 * With `hang`, the server never responds. With `cut`, it sends half of the correct response and
 * closes the connection.
 */
type ElectrumTrouble = 'hang' | 'cut';

/**
 * An error that the server returns. With `closes`, the server then closes the connection, like
 * ElectrumX.
 */
export class ElectrumError {
  readonly code: number;
  readonly message: string;
  readonly closes: boolean;

  constructor(code: number, message: string, closes = false) {
    this.code = code;
    this.message = message;
    this.closes = closes;
  }
}

/** `honest` returns the correct result. */
export type ElectrumBehavior = (
  method: string,
  params: readonly unknown[],
  honest: () => Promise<unknown>,
) => Promise<unknown | ElectrumTrouble | ElectrumError>;

interface Certificate {
  readonly cert: Buffer;
  readonly key: Buffer;
}

interface Client {
  readonly socket: net.Socket;
  readonly statuses: Map<string, string | null>;
  tip: string | undefined;
  inFlight: number;
}

type Handler = (index: ElectrumIndex, node: TestNode, params: never) => Promise<unknown>;

const HANDLERS: Readonly<Record<string, Handler>> = {
  'server.version': async () => ['Stand-in 1.0', '1.4'],
  'blockchain.headers.subscribe': async (index) => index.tip,
  'blockchain.block.headers': async ({ blocks }, _node, [start, count]: [number, number]) => {
    const part = blocks.slice(start, start + Math.min(count, 2_016));
    return { count: part.length, hex: part.map(({ header }) => header).join(''), max: 2_016 };
  },
  'blockchain.scripthash.subscribe': async (index, _node, [hash]: [string]) => index.status(hash),
  'blockchain.scripthash.unsubscribe': async () => true,
  'blockchain.scripthash.get_history': async (index, _node, [hash]: [string]) =>
    index.history(hash),
  'blockchain.scripthash.listunspent': async (index, _node, [hash]: [string]) =>
    index.unspent(hash),
  'blockchain.transaction.get': (_index, node, [txid]: [string]) =>
    node.rpc('getrawtransaction', txid),
  'blockchain.transaction.get_merkle': async (index, _node, [txid, height]: [string, number]) =>
    index.proof(txid, height) ?? new ElectrumError(1, `no ${txid} in block ${height}`),
  'blockchain.transaction.id_from_pos': async (index, _node, [height, pos]: [number, number]) => {
    const txid = index.blocks[height]?.txids[pos] ?? '';
    return { tx_hash: txid, merkle: index.proof(txid, height)?.merkle };
  },
  'blockchain.estimatefee': async () => 0.0000425,
};

const honestly: ElectrumBehavior = (_method, _params, honest) => honest();

/**
 * An Electrum server on a test node with a transaction index. Before it responds to a request for
 * the tip, it reads the node and notifies the client of changes. It rejects JSON-RPC batches.
 */
export class ElectrumStandIn {
  readonly host = '127.0.0.1';
  port = 0;
  readonly requests: string[] = [];
  connections = 0;
  mostInFlight = 0;
  announces = true;
  readonly index: ElectrumIndex;
  readonly #node: TestNode;
  readonly #server: net.Server;
  readonly #clients = new Set<Client>();
  #behavior = honestly;
  #syncing: Promise<void> = Promise.resolve();

  constructor(node: TestNode, certificate?: Certificate) {
    this.#node = node;
    this.index = new ElectrumIndex(node);
    const accept = (socket: net.Socket) => this.#accept(socket);
    this.#server = certificate ? tls.createServer(certificate, accept) : net.createServer(accept);
    this.#server.on('tlsClientError', () => {});
  }

  async listen(port = 0): Promise<void> {
    await this.index.sync();
    await new Promise<void>((resolve) => this.#server.listen(port, this.host, resolve));
    this.port = (this.#server.address() as net.AddressInfo).port;
  }

  behave(behavior: ElectrumBehavior): void {
    this.#behavior = behavior;
  }

  recover(): void {
    this.#behavior = honestly;
    this.announces = true;
  }

  cut(): void {
    for (const { socket } of this.#clients) socket.destroy();
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.cut();
    });
  }

  #accept(socket: net.Socket): void {
    const client: Client = { socket, statuses: new Map(), tip: undefined, inFlight: 0 };
    this.#clients.add(client);
    this.connections += 1;
    socket.on('error', () => {});
    socket.on('close', () => this.#clients.delete(client));
    const lines = readline.createInterface({ input: socket });
    // readline also emits the socket's errors. Without a listener, they would end the process.
    lines.on('error', () => {});
    lines.on('line', (line) => {
      this.#receive(client, line).catch((error: unknown) => {
        send(client, { id: null, error: { code: -32603, message: String(error) } });
        socket.destroy();
      });
    });
  }

  async #receive(client: Client, line: string): Promise<void> {
    const { id, method, params } = JSON.parse(line);
    if (!method) return send(client, { id: null, error: { code: -32600, message: 'no batches' } });
    this.requests.push(method);
    client.inFlight += 1;
    this.mostInFlight = Math.max(this.mostInFlight, client.inFlight);
    const honest = () => this.#honest(client, method, params);
    const result = await this.#behavior(method, params, honest);
    if (result === 'hang') return;
    client.inFlight -= 1;
    if (result === 'cut') {
      const text = JSON.stringify({ jsonrpc: '2.0', id, result: await honest() });
      client.socket.end(text.slice(0, text.length / 2));
    } else if (result instanceof ElectrumError) {
      const { code, message, closes } = result;
      send(client, { id, error: { code, message } });
      if (closes) client.socket.end();
    } else send(client, { id, result });
  }

  async #honest(client: Client, method: string, params: readonly unknown[]): Promise<unknown> {
    if (method === 'blockchain.headers.subscribe') await this.#sync();
    const handler = HANDLERS[method];
    if (!handler) return new ElectrumError(-32601, `unknown method ${method}`);
    const result = await handler(this.index, this.#node, params as never).catch((error) => {
      if (error instanceof NodeRpcError) return new ElectrumError(2, error.message);
      throw error;
    });
    if (method === 'blockchain.headers.subscribe') client.tip = this.index.tip.hex;
    if (method === 'blockchain.scripthash.subscribe') {
      client.statuses.set(String(params[0]), result as string | null);
    }
    return result;
  }

  async #sync(): Promise<void> {
    this.#syncing = this.#syncing.then(() => this.index.sync());
    await this.#syncing;
    if (this.announces) for (const one of this.#clients) announceTo(one, this.index);
  }
}

export async function startElectrum(
  node: TestNode,
  certificate?: Certificate,
): Promise<ElectrumStandIn> {
  const server = new ElectrumStandIn(node, certificate);
  await server.listen();
  return server;
}

function announceTo(client: Client, index: ElectrumIndex): void {
  if (client.tip !== undefined && client.tip !== index.tip.hex) {
    client.tip = index.tip.hex;
    send(client, { method: 'blockchain.headers.subscribe', params: [index.tip] });
  }
  for (const [scripthash, before] of client.statuses) {
    const status = index.status(scripthash);
    if (status === before) continue;
    client.statuses.set(scripthash, status);
    send(client, { method: 'blockchain.scripthash.subscribe', params: [scripthash, status] });
  }
}

function send({ socket }: Client, message: object): void {
  if (socket.writable) socket.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}
