import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface CountingProxy {
  readonly url: string;
  /** The number of statements so far, including BEGIN and COMMIT. */
  statements(): number;
  close(): Promise<void>;
}

/** The message types that run a statement in PostgreSQL's protocol: Query and Execute. */
const RUNS = new Set(['Q', 'E'].map((letter) => letter.charCodeAt(0)));
const LENGTH_BYTES = 4;

/**
 * Counts the messages of one connection. In PostgreSQL's protocol 3.0, the first message has no
 * type.
 */
class MessageCounter {
  statements = 0;
  #pending = Buffer.alloc(0);
  #typeBytes = 0;

  read(chunk: Buffer): void {
    this.#pending = Buffer.concat([this.#pending, chunk]);
    for (;;) {
      const head = this.#typeBytes + LENGTH_BYTES;
      if (this.#pending.length < head) return;
      const end = this.#typeBytes + this.#pending.readUInt32BE(this.#typeBytes);
      if (this.#pending.length < end) return;
      if (this.#typeBytes === 1 && RUNS.has(this.#pending[0] ?? 0)) this.statements += 1;
      this.#pending = this.#pending.subarray(end);
      this.#typeBytes = 1;
    }
  }
}

/** @param databaseUrl must not use TLS */
export async function startCountingProxy(databaseUrl: string): Promise<CountingProxy> {
  const url = new URL(databaseUrl);
  const { hostname, port } = url;
  const counters: MessageCounter[] = [];
  const open = new Set<Socket>();
  const proxy = createServer((client) => {
    const counter = new MessageCounter();
    counters.push(counter);
    const server = connect(Number(port), hostname);
    client.on('data', (chunk) => counter.read(chunk));
    client.pipe(server).pipe(client);
    const end = () => {
      for (const socket of [client, server]) open.delete(socket.destroy());
    };
    for (const socket of [client, server]) open.add(socket.on('close', end).on('error', end));
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  url.hostname = '127.0.0.1';
  url.port = String((proxy.address() as AddressInfo).port);
  return {
    url: url.href,
    statements: () => counters.reduce((sum, { statements }) => sum + statements, 0),
    async close() {
      const closed = once(proxy, 'close');
      proxy.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
