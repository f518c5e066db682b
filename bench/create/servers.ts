import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Db } from '@/db/client';
import { ensureBuilt, serverCommand } from '@/scripts/lib/build.mjs';
import { ROOT } from '@/scripts/lib/checkout.mjs';
import { nextJsCommand } from '@/scripts/lib/next-build.mjs';
import { runNode } from '@/scripts/lib/run.mjs';
import { createTestKey, TEST_SECRET_KEY, type TestKey } from '@/test/support/factories';
import type { BenchContext } from '../support/bench';
import { type ServerProcess, startServer, tsxArgs } from '../support/processes';

export interface BenchServer {
  readonly server: ServerProcess;
  readonly db: Db;
  readonly key: TestKey;
  stop(): Promise<void>;
}

/**
 * The built server on its own database, without rate limits.
 *
 * @param through returns the URL at which the server connects to its database
 */
export async function startBuiltServer(
  { place, log }: BenchContext,
  env: Readonly<Record<string, string>> = {},
  through: (databaseUrl: string) => Promise<string> = async (url) => url,
): Promise<BenchServer> {
  await ensureBuilt({ log });
  const base = await place.database();
  const key = await createTestKey(base.db);
  const dataDir = mkdtempSync(path.join(tmpdir(), 'blocktally-bench-'));
  const server = await startServer({
    args: serverCommand,
    ready: '/api/ready',
    env: {
      DATABASE_URL: await through(base.url),
      DATA_DIR: dataDir,
      SECRET_KEY: TEST_SECRET_KEY,
      RATE_LIMIT_PER_KEY: '0',
      RATE_LIMIT_PER_IP: '0',
      ...env,
    },
  });
  return {
    server,
    db: base.db,
    key,
    async stop() {
      await server.stop();
      rmSync(dataDir, { recursive: true });
      await base.drop();
    },
  };
}

/** Node's own HTTP server, which only derives an address and inserts a row. */
export async function startBareServer({ place }: BenchContext): Promise<BenchServer> {
  const base = await place.database();
  const key = await createTestKey(base.db);
  const { id, walletId, descriptor } = key;
  const server = await startServer({
    args: (port) =>
      tsxArgs('bench/create/bare-process.ts', String(port), base.url, id, walletId, descriptor),
    ready: '/',
  });
  return {
    server,
    db: base.db,
    key,
    async stop() {
      await server.stop();
      await base.drop();
    },
  };
}

export async function startEmptyNextServer(): Promise<ServerProcess> {
  const folder = path.join(ROOT, 'bench/empty-next');
  if (!existsSync(path.join(folder, '.next/BUILD_ID'))) await build(folder);
  return startServer({
    args: (port) =>
      nextJsCommand('start', folder, '--port', String(port), '--hostname', '127.0.0.1'),
    ready: '/v1/payments',
  });
}

async function build(folder: string): Promise<void> {
  const env = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' };
  const { ok, output } = await runNode(nextJsCommand('build', folder), { env });
  if (!ok) throw new Error(output);
}
