import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection that can send bytes which no HTTP client would send. */
export interface RawConnection {
  readonly socket: Socket;
  /** Text is sent as Latin-1, one byte per character. */
  write(part: string | Uint8Array): void;
  received(): string;
  /** Waits until the server closes the connection, and returns everything received. */
  closed(): Promise<string>;
}

export async function openConnection(site: string): Promise<RawConnection> {
  const { hostname, port } = new URL(site);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
  });
  // A reset also emits `close`, so the error needs no handling.
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

export async function sendRawRequest(site: string, request: string | Uint8Array): Promise<string> {
  const connection = await openConnection(site);
  connection.write(request);
  return connection.closed();
}

export function statusesOf(answers: string): number[] {
  return [...answers.matchAll(/(?:^|\r\n|\n)?HTTP\/1\.1 (\d{3}) /g)].map(([, code]) =>
    Number(code),
  );
}
