import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection to a server, over which a test writes what no client library would. */
export interface RawConnection {
  readonly socket: Socket;
  /** Text goes out as Latin-1, one byte a character. */
  write(part: string | Uint8Array): void;
  /** What has come back so far. */
  received(): string;
  /** Everything that came back until the server closed the connection. */
  closed(): Promise<string>;
}

export async function openConnection(site: string): Promise<RawConnection> {
  const { hostname, port } = new URL(site);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
  });
  // The server may reset what it does not want: that is an end like any other.
  socket.on('error', () => {});
  const end = new Promise((resolve) => socket.once('close', resolve));
  await once(socket, 'connect');
  return {
    socket,
    write: (part) => {
      socket.write(typeof part === 'string' ? Buffer.from(part, 'latin1') : part);
    },
    received: () => text,
    closed: async () => {
      await end;
      return text;
    },
  };
}

/** Sends a request as it stands, and gives all that the server answers until it closes. */
export async function exchange(site: string, request: string | Uint8Array): Promise<string> {
  const connection = await openConnection(site);
  connection.write(request);
  return connection.closed();
}

/** The statuses of the answers in what came over one connection. */
export function statusesOf(answers: string): number[] {
  return [...answers.matchAll(/(?:^|\r\n|\n)?HTTP\/1\.1 (\d{3}) /g)].map(([, code]) =>
    Number(code),
  );
}
