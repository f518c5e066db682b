import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { pipeline } from 'node:stream';

/** A SOCKS5 proxy (RFC 1928) that resolves a few names, like Tor for onion services. */
export interface SocksServer {
  readonly url: URL;
  readonly asked: string[];
  close(): Promise<void>;
}

const NO_AUTHENTICATION = 0;
const PASSWORD = 2;
const HOST_UNREACHABLE = 4;

/**
 * @param ports maps each onion service to its port on this machine
 * @param login the "user:password" that the proxy requires
 */
export async function startSocksServer(
  ports: Readonly<Record<string, number>>,
  login?: string,
): Promise<SocksServer> {
  const asked: string[] = [];
  const open = new Set<Socket>();
  const server = createServer((client) => {
    open.add(client);
    client.on('close', () => open.delete(client)).on('error', () => {});
    void serve(client, ports, asked, login).catch(() => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`socks5://${login ? `${login}@` : ''}127.0.0.1:${port}`),
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}

async function serve(
  client: Socket,
  ports: Readonly<Record<string, number>>,
  asked: string[],
  login: string | undefined,
): Promise<void> {
  const [, count = 0] = await read(client, 2);
  await read(client, count);
  client.write(Buffer.from([5, login === undefined ? NO_AUTHENTICATION : PASSWORD]));
  if (login !== undefined) {
    const user = await readText(client, (await read(client, 2))[1]);
    const given = `${user}:${await readText(client, (await read(client, 1))[0])}`;
    client.write(Buffer.from([1, given === login ? 0 : 1]));
  }
  const [, , , type, length] = await read(client, 5);
  if (type !== 3) throw new Error('the proxy is given an address instead of a name');
  const name = await readText(client, length);
  const port = Buffer.from(await read(client, 2)).readUInt16BE();
  asked.push(`${name}:${port}`);
  const reply = (code: number) => client.write(Buffer.from([5, code, 0, 1, 0, 0, 0, 0, 0, 0]));
  const target = ports[name];
  if (target === undefined) {
    reply(HOST_UNREACHABLE);
    client.end();
    return;
  }
  const service = connect(target, '127.0.0.1', () => reply(0));
  pipeline(client, service, client, () => {});
}

async function readText(socket: Socket, length = 0): Promise<string> {
  return (await read(socket, length)).toString();
}

async function read(socket: Socket, length: number): Promise<Buffer> {
  for (;;) {
    const bytes = socket.read(length) as Buffer | null;
    if (bytes) return bytes;
    if (length === 0) return Buffer.alloc(0);
    await once(socket, 'readable');
  }
}
