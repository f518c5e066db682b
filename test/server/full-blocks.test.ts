import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chain } from '@/db/schema/chain';
import { CHAIN_MOVED_CHANNEL } from '@/lib/chain/source';
import { startApp, type TestApp } from '@/test/support/app';
import { startBitcoind, type TestNode } from '@/test/support/bitcoind';
import { createTestDatabase, type TestDatabase } from '@/test/support/database';
import { TEST_SECRET_KEY } from '@/test/support/factories';
import { mineFull, rewindTo } from '@/test/support/full-blocks';
import { until } from '@/test/support/wait';

const BLOCKS = 3;

let base: TestDatabase;
let node: TestNode;
let app: TestApp;
let before: { height: number; hash: string };

beforeAll(async () => {
  [base, node] = await Promise.all([createTestDatabase(), startBitcoind({ blocks: 160 })]);
  const env = { BITCOIN_REGTEST: node.url, SECRET_KEY: TEST_SECRET_KEY };
  app = await startApp({ databaseUrl: base.url, env });
  before = await node.tip();
  for (let n = 0; n < BLOCKS; n += 1) await mineFull(node);
  await isRead();
});
afterAll(async () => {
  await app?.stop();
  await node?.stop();
  await base?.drop();
});

async function isRead(): Promise<void> {
  const { height } = await node.tip();
  await until(`block ${height} is read`, async () => {
    const [row] = await base.db.select({ height: chain.height }).from(chain);
    return row?.height === height;
  });
}

/** Time on a processor so far: of the server's main thread, and of all its threads. */
function busy(): { main: number; all: number } {
  const pid = `${app.pid()}`;
  const times = readdirSync(`/proc/${pid}/task`).map((thread) => {
    const [ns] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
    return [thread, Number(ns)] as const;
  });
  return { main: new Map(times).get(pid) ?? 0, all: times.reduce((sum, [, ns]) => sum + ns, 0) };
}

test.runIf(process.platform === 'linux')(
  'a catch-up on full blocks takes next to nothing of the thread that answers requests',
  async () => {
    let least = 1;
    for (let round = 0; round < 3; round += 1) {
      await rewindTo(base.db, before);
      const began = busy();
      await base.db.execute(sql`select pg_notify(${CHAIN_MOVED_CHANNEL}, 'regtest')`);
      await isRead();
      const ended = busy();
      const share = (ended.main - began.main) / (ended.all - began.all);
      if (process.env.SHOW) process.stdout.write(`@ share ${share.toFixed(3)}\n`);
      least = Math.min(least, share);
    }
    expect(least).toBeLessThan(0.1);
  },
);
