import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { serverCommand } from '@/scripts/lib/build.mjs';
import { ROOT } from '@/scripts/lib/checkout.mjs';
import { reserveStablePort } from './reserve-stable-port';
import { until } from './wait';

export interface AppOptions {
  databaseUrl: string;
  env?: Readonly<Record<string, string>>;
  /** The folder of the server's secrets. Servers that share a database must share this folder. */
  dataDir?: string;
}

export interface TestApp {
  /** The URL has no slash at the end. */
  readonly url: string;
  readonly dataDir: string;
  output(): string;
  /** Ends the server and waits for its exit. Its data and port stay reserved for {@link start}. */
  kill(signal?: 'SIGKILL' | 'SIGTERM'): Promise<{ code: number | null }>;
  /** Starts the server after {@link kill}, on the same port. */
  start(): Promise<void>;
  /** Starts the server without waiting until it responds. */
  launch(): void;
  isRunning(): boolean;
  pid(): number | undefined;
  /** Ends the server for good, and removes its data folder. */
  stop(): Promise<void>;
}

const INHERITED = ['HOME', 'PATH', 'TMPDIR'];

/** Starts the built server in its own process, and waits until /api/health responds. */
export async function startApp(options: AppOptions): Promise<TestApp> {
  const app = await prepareApp(options);
  await app.start();
  return app;
}

/** Like {@link startApp}, but does not start the server. */
export async function prepareApp(options: AppOptions): Promise<TestApp> {
  const { databaseUrl, env = {}, dataDir } = options;
  const home = dataDir ?? mkdtempSync(path.join(tmpdir(), 'blocktally-app-'));
  const port = await reserveStablePort();
  const url = `http://127.0.0.1:${port}`;
  let output = '';
  let child: ChildProcess | undefined;
  let closed: Promise<unknown> = Promise.resolve();

  const launch = () => {
    const server = spawn(process.execPath, serverCommand(), {
      cwd: ROOT,
      // When this process dies, the `ipc` channel closes and the server ends.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        ...Object.fromEntries(INHERITED.map((name) => [name, process.env[name]])),
        NODE_ENV: 'production',
        NEXT_TELEMETRY_DISABLED: '1',
        // Without this variable, the server would read this checkout's .env file.
        __NEXT_PROCESSED_ENV: 'true',
        PORT: String(port),
        DATABASE_URL: databaseUrl,
        DATA_DIR: home,
        BITCOIN_REGTEST: 'off',
        ...env,
      },
    });
    child = server;
    closed = new Promise((resolve) => server.once('close', resolve));
    const keep = (chunk: Buffer) => {
      output += chunk.toString();
    };
    server.stdout?.on('data', keep);
    server.stderr?.on('data', keep);
    return server;
  };
  const start = async () => {
    const server = launch();
    await until('the server says that it has started, and answers', async () => {
      if (hasEnded(server)) return 'ended';
      return (await fetch(`${url}/api/health`)).ok && output.includes('"started"') && 'ready';
    }).catch((error: Error) => {
      throw new Error(`${error.message}\n${output}`);
    });
    if (!hasEnded(server)) return;
    await closed;
    throw new Error(`The server ended while it started:\n${output}`);
  };
  const kill: TestApp['kill'] = async (signal = 'SIGKILL') => {
    if (child && !hasEnded(child)) child.kill(signal);
    await closed;
    return { code: child?.exitCode ?? null };
  };

  return {
    url,
    dataDir: home,
    output: () => output,
    kill,
    start,
    launch: () => void launch(),
    isRunning: () => child !== undefined && !hasEnded(child),
    pid: () => child?.pid,
    stop: async () => {
      await kill('SIGTERM');
      if (dataDir === undefined) rmSync(home, { recursive: true, force: true });
    },
  };
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;
