import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { type Database, openDatabase } from '@/db/client';

/** When a process is killed, counted in messages or commits that it sends to its database. */
export interface KillMoment {
  readonly of: 'messages' | 'commits';
  /** How many messages or commits the database still answers before the kill. */
  readonly after: number;
  /** Whether the next message never reaches the database, or takes effect but gets no response. */
  readonly lost: 'request' | 'answer';
}

/** A simulated process with its own connection to the database, which a kill cuts. */
export interface KillableProcess {
  readonly database: Database;
  /**
   * Waits until the work ends or the process is killed. A killed process gets no more responses, so
   * its work stops, and PostgreSQL rolls back its open transactions.
   *
   * @returns undefined if the process was killed
   */
  live<T>(work: Promise<T>): Promise<T | undefined>;
}

const POOL_SIZE = 3;
const DEAD = Symbol();

export async function openKillable(url: string, kill: KillMoment): Promise<KillableProcess> {
  const wire = await openWire(url, kill);
  const database = openDatabase(wire.url, POOL_SIZE);
  return {
    database,
    live: async (work) => {
      // After the cut, the work never ends, because its connections stay open without responses. If
      // they closed, the process could react to the kill.
      const done = await Promise.race([
        work.then((result) => ({ result })).catch(failed),
        wire.cut,
      ]);
      // An error after the cut came from the kill, which made new connections impossible.
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
  /** Resolves when the wire has been cut and PostgreSQL has ended the sessions. */
  readonly cut: Promise<typeof DEAD>;
  isCut(): boolean;
  close(): void;
}

/** Forwards messages between a client and PostgreSQL until the wire is cut. */
async function openWire(url: string, kill: KillMoment): Promise<Wire> {
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

/** A connection sends the text of a commit only once, and later the prepared statement's name. */
function commitFinder(): (message: Buffer) => boolean {
  const names: string[] = [];
  return (message) => {
    const text = message.toString('latin1');
    const prepared = /P....(\w+)\0commit\0/s.exec(text)?.[1];
    if (prepared) names.push(prepared);
    return names.some((name) => text.includes(name));
  };
}
