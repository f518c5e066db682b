import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { type Database, openDatabase } from '@/db/client';

/** When a process is killed, counted in what it says to its database. */
export interface Kill {
  readonly of: 'messages' | 'commits';
  /** So many of them are still answered. */
  readonly after: number;
  /** Of the one after those: it is never sent, or it is carried out and nobody hears of it. */
  readonly lost: 'request' | 'answer';
}

/** A process with a database of its own, which it may be killed at. */
export interface Mortal {
  readonly database: Database;
  /**
   * Has the process do its work to the end, or until it is killed. It then hears nothing more, so
   * it does nothing more; and the server has undone what it had not committed.
   *
   * @returns undefined when it was killed
   */
  live<T>(work: Promise<T>): Promise<T | undefined>;
}

const POOL_SIZE = 3;
const DEAD = Symbol();

/** Runs a process that is killed when `kill` says so. */
export async function openMortal(url: string, kill: Kill): Promise<Mortal> {
  const wire = await openWire(url, kill);
  const database = openDatabase(wire.url, POOL_SIZE);
  return {
    database,
    live: async (work) => {
      // Once killed, it waits for ever: to close its connections would be news to it.
      const done = await Promise.race([
        work.then((result) => ({ result })).catch(failed),
        wire.cut,
      ]);
      // What it learns from a connection that it can no longer open comes too late.
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
  /** Resolves when the wire is cut, and the server has ended all that hung on it. */
  readonly cut: Promise<typeof DEAD>;
  isCut(): boolean;
  close(): void;
}

/** Passes on what is said to a PostgreSQL server and what it answers, until it is cut. */
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

/** A commit is prepared once on each connection; from then on its statement is called by its name. */
function commitFinder(): (message: Buffer) => boolean {
  const names: string[] = [];
  return (message) => {
    const text = message.toString('latin1');
    const prepared = /P....(\w+)\0commit\0/s.exec(text)?.[1];
    if (prepared) names.push(prepared);
    return names.some((name) => text.includes(name));
  };
}
