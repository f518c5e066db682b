import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { type Database, openDatabase } from '@/db/client';

/** When a process is killed, counted in messages to its database. */
export interface Kill {
  readonly of: 'messages' | 'commits';
  /** The number of messages that still get a response. */
  readonly after: number;
  /** Whether the next message is never sent, or takes effect without a response. */
  readonly lost: 'request' | 'answer';
}

/** A process with its own database connection, at which it can be killed. */
export interface KillableProcess {
  readonly database: Database;
  /**
   * Runs the process to the end of its work, or until it is killed. Then it receives nothing more,
   * so it does nothing more, and the server rolls back its open transactions.
   *
   * @returns undefined when it was killed
   */
  live<T>(work: Promise<T>): Promise<T | undefined>;
}

const POOL_SIZE = 3;
const DEAD = Symbol();

/** Runs a process that is killed as `kill` says. */
export async function openKillable(url: string, kill: Kill): Promise<KillableProcess> {
  const wire = await openWire(url, kill);
  const database = openDatabase(wire.url, POOL_SIZE);
  return {
    database,
    live: async (work) => {
      // A killed process never returns: closing its connections would notify it.
      const done = await Promise.race([
        work.then((result) => ({ result })).catch(failed),
        wire.cut,
      ]);
      // Errors of connections that it can no longer open come too late.
      if (done === DEAD || wire.isCut()) return wire.cut.then(() => undefined);
      await database.close();
      wire.close();
      if ('error' in done) throw done.error;
      return done.result;
    },
  };
}

const failed = (error: unknown) => ({ error });

interface Wire {
  readonly url: string;
  /** Resolves when the wire is cut and the server has ended its sessions. */
  readonly cut: Promise<typeof DEAD>;
  isCut(): boolean;
  close(): void;
}

/** Forwards the messages between a PostgreSQL client and server until it is cut. */
async function openWire(url: string, kill: Kill): Promise<Wire> {
  const { hostname, port } = new URL(url);
  const ends: { readonly socket: Socket; readonly closed: Promise<unknown> }[] = [];
  let left = kill.after;
  let state: 'whole' | 'ending' | 'cut' = 'whole';
  let onCut: (dead: typeof DEAD) => void = () => {};
  const cut = () => {
    state = 'cut';
    server.close();
    for (const { socket } of ends) socket.end();
    void Promise.all(ends.map(({ closed }) => closed)).then(() => onCut(DEAD));
  };
  const isCommit = commitFinder();
  const pass = (message: Buffer, to: Socket) => {
    if (state !== 'whole') return;
    if (isCommit(message) || kill.of === 'messages') left -= 1;
    else return void to.write(message);
    if (left < 0 && kill.lost === 'request') return cut();
    to.write(message);
    if (left >= 0) return;
    state = 'ending';
    to.once('data', cut);
  };
  const server = createServer((client) => {
    const socket = connect(Number(port), hostname);
    if (state === 'cut') socket.destroy();
    ends.push({ socket, closed: new Promise((resolve) => socket.once('close', resolve)) });
    client.on('data', (message) => pass(message, socket));
    client.on('error', () => {});
    client.on('close', () => socket.end());
    socket.on('data', (answer) => state === 'whole' && client.write(answer));
    socket.on('error', () => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const here = new URL(url);
  here.hostname = '127.0.0.1';
  here.port = String((server.address() as AddressInfo).port);
  const ended = new Promise<typeof DEAD>((resolve) => {
    onCut = resolve;
  });
  return {
    url: here.href,
    cut: ended,
    isCut: () => state !== 'whole',
    close: () => server.close(),
  };
}

/** A commit is prepared once per connection; later ones refer to the statement by its name. */
function commitFinder(): (message: Buffer) => boolean {
  const names: string[] = [];
  return (message) => {
    const text = message.toString('latin1');
    const prepared = /P....(\w+)\0commit\0/s.exec(text)?.[1];
    if (prepared) names.push(prepared);
    return names.some((name) => text.includes(name));
  };
}
