import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Handler } from '@/inngest/serve';
import { SIGNING_KEY } from './inngest-call';
import { until } from './wait';

export const EVENT_KEY = 'ef'.repeat(16);

/** Finds Inngest's own server: INNGEST_BIN, or else the first one on PATH. */
export function findInngest(
  variables: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const folders = (variables.PATH ?? '').split(path.delimiter).filter(Boolean);
  const candidates = variables.INNGEST_BIN
    ? [variables.INNGEST_BIN]
    : folders.map((folder) => path.join(folder, 'inngest'));
  return candidates.find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

export interface InngestProcess {
  restartEmpty(): Promise<void>;
  stop(): Promise<void>;
}

export async function startInngest(
  binary: string,
  port: number,
  appUrl: string,
): Promise<InngestProcess> {
  let child: ChildProcess | undefined;
  let folder = '';
  const start = async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'blocktally-inngest-'));
    const keys = ['--event-key', EVENT_KEY, '--signing-key', SIGNING_KEY.replace(/^\D+-\D+-/, '')];
    const place = ['--host', '127.0.0.1', '--port', String(port), '--sqlite-dir', folder];
    child = spawn(
      binary,
      [
        'start',
        ...keys,
        ...place,
        '--no-ui',
        '--tick',
        '50',
        '--poll-interval',
        '2',
        '--sdk-url',
        appUrl,
      ],
      { stdio: 'ignore' },
    );
    await until('Inngest answers', async () => (await fetch(`http://127.0.0.1:${port}/health`)).ok);
  };
  const stop = async () => {
    if (child && child.exitCode === null && child.signalCode === null) {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  await start();
  return {
    stop,
    restartEmpty: async () => {
      await stop();
      await start();
    },
  };
}

export async function serveOverHttp(handler: Handler) {
  const server = http.createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const { method = 'GET', headers, url = '/' } = incoming;
    const response = await handler(
      new Request(`http://${headers.host}${url}`, {
        method,
        headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
        ...(method === 'GET' ? {} : { body: Buffer.concat(chunks) }),
      }),
    );
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/inngest`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
