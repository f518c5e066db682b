import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SilenceLimits } from '@/lib/chain-thread/watch-silence';
import { type NodeMerchant, openNodeMerchant } from '@/test/support/node-merchant';
import { openTestThread, type TestThread } from '@/test/support/test-thread';
import { until } from '@/test/support/wait';
import { buildChainThread, type ThreadFile } from '@/test/support/worker-file';

let file: ThreadFile;
let merchant: NodeMerchant;
const opened: TestThread[] = [];

beforeAll(async () => {
  [file, merchant] = await Promise.all([buildChainThread(), openNodeMerchant()]);
});
afterAll(async () => {
  await Promise.all(opened.map(({ thread }) => thread.close()));
  file.remove();
  await merchant.close();
});

function open(
  variables: Readonly<Record<string, string>> = {},
  program = file,
  silence?: SilenceLimits,
): TestThread {
  const settings = { DATABASE_URL: merchant.base.url, BITCOIN_REGTEST: merchant.node.url };
  const one = openTestThread(program, { ...settings, ...variables }, silence);
  opened.push(one);
  return one;
}

let copies = 0;

/**
 * The program of the thread with an eye on it: it writes down what it was given, and crashes, or does
 * something else, when the returned file is there.
 */
function watched(
  { file: program }: ThreadFile,
  act = "throw new Error('a crash')",
): [crash: string, copy: ThreadFile] {
  const copy = new URL(`./watched-${++copies}.mjs`, program);
  const crash = `${fileURLToPath(copy)}.crash`;
  writeFileSync(
    copy,
    `import { existsSync, rmSync, writeFileSync } from 'node:fs';
    import { workerData } from 'node:worker_threads';
    writeFileSync(new URL(import.meta.url + '.given'), JSON.stringify([process.env, workerData]));
    await import(${JSON.stringify(program.href)});
    setInterval(() => {
      if (!existsSync(${JSON.stringify(crash)})) return;
      rmSync(${JSON.stringify(crash)});
      ${act};
    }, 1);`,
  );
  return [crash, { file: copy, remove() {} }];
}

async function sessions(): Promise<number> {
  const [row] = await merchant.base.db.execute<{ n: number }>(sql`
    select count(*)::int as n from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);
  return row?.n ?? 0;
}

test('the thread reads blocks and the mempool as the process itself does', async () => {
  const { thread } = open();
  const [first, second] = [await merchant.create(), await merchant.create()];
  await merchant.node.sendTo(first.address, first.amount_sats);
  const unconfirmed = await thread.sync('regtest');
  expect(unconfirmed).toMatchObject({ kind: 'read', complete: true });
  expect(await merchant.payment(first.id)).toMatchObject({ status: 'detected' });
  await merchant.node.sendTo(second.address, second.amount_sats);
  const { hash } = await merchant.node.tip();
  await merchant.node.mine(1);
  const mined = await thread.sync('regtest');
  expect(mined).toMatchObject({ kind: 'read', complete: true, connected: 1 });
  expect(await merchant.payment(second.id)).toMatchObject({ status: 'detected' });
  expect((await thread.tip('regtest')).hash).not.toBe(hash);
  expect((await merchant.sync()).kind).toBe('read');
});

test('two reads of a network at once: one works, the other is told that it is busy', async () => {
  const { thread } = open();
  await merchant.node.mine(20);
  const both = await Promise.all([thread.sync('regtest'), thread.sync('regtest')]);
  expect(both.map(({ kind }) => kind).sort()).toEqual(['busy', 'read']);
});

test('a failure of the source comes back as a result, and is recorded', async () => {
  const { thread } = open({ BITCOIN_REGTEST: 'http://127.0.0.1:1', BITCOIN_SIGNET: 'off' });
  expect(await thread.sync('regtest')).toMatchObject({ kind: 'failed', fault: 'unreachable' });
  expect(await thread.sync('regtest')).toMatchObject({
    kind: 'backing_off',
    until: expect.any(Date),
  });
  await merchant.base.db.execute(sql`update chain set next_read_at = null`);
});

test('a failure of the database comes back without what must not be logged', async () => {
  const { thread, errors } = open();
  await merchant.base.db.execute(sql`alter table chain rename to chain_away`);
  try {
    await expect(thread.sync('regtest')).rejects.toMatchObject({
      name: 'ThreadError',
      facts: { type: 'database', code: '42P01', statement: expect.stringContaining('$1') },
    });
  } finally {
    await merchant.base.db.execute(sql`alter table chain_away rename to chain`);
  }
  expect(await thread.sync('regtest')).toMatchObject({ kind: 'read' });
  expect(errors).toEqual([]);
});

test('after a crash a read under way fails, its lock is free, and the next read goes on', async () => {
  const [crash, crashing] = watched(file);
  const { thread, errors } = open({}, crashing);
  const moves: string[] = [];
  await thread.sync('regtest');
  const listening = thread.listen((network) => moves.push(network));
  const payment = await merchant.create();
  await merchant.node.sendTo(payment.address, payment.amount_sats);
  await merchant.node.mine(60);
  const lost = expect(thread.sync('regtest')).rejects.toThrow('has ended');
  writeFileSync(crash, '');
  await lost;
  expect(existsSync(crash)).toBe(false);
  expect(await thread.sync('regtest')).toMatchObject({ kind: 'read', complete: true });
  expect(await merchant.payment(payment.id)).toMatchObject({ status: 'confirmed' });
  expect(moves).toContain('regtest');
  expect(errors).toHaveLength(1);
  listening.close();
});

test('a thread that hangs is ended, its lock is free, and the next read goes on', async () => {
  const [hang, hanging] = watched(file, 'for (;;);');
  const { thread, errors } = open({}, hanging, { checkMs: 500, most: 8 });
  const moves: string[] = [];
  await thread.sync('regtest');
  const listening = thread.listen((network) => moves.push(network));
  const payment = await merchant.create();
  await merchant.node.sendTo(payment.address, payment.amount_sats);
  await merchant.node.mine(60);
  const lost = expect(thread.sync('regtest')).rejects.toThrow('has ended');
  writeFileSync(hang, '');
  await lost;
  expect(errors.map(({ err }) => err?.message)).toEqual(['it hung: nothing was heard from it']);
  expect(await thread.sync('regtest')).toMatchObject({ kind: 'read', complete: true });
  expect(await merchant.payment(payment.id)).toMatchObject({ status: 'confirmed' });
  expect(moves).toContain('regtest');
  listening.close();
});

test('a thread with nothing to do is not taken for one that hangs', async () => {
  const { thread, errors } = open({}, file, { checkMs: 500, most: 8 });
  await thread.sync('regtest');
  const endsAt = performance.now() + 6_000;
  await until('twice as many checks were made', () => performance.now() > endsAt);
  await thread.tip('regtest');
  expect(errors).toEqual([]);
});

test('the thread has no secret of the process, and few connections', async () => {
  const secret = Buffer.alloc(32, 7).toString('base64');
  const [, told] = watched(file);
  const { thread } = open({ SECRET_KEY: secret, METRICS_TOKEN: 'a token of sixteen' }, told);
  const before = await sessions();
  await Promise.all([thread.sync('regtest'), thread.tip('regtest')]);
  expect((await sessions()) - before).toBeLessThanOrEqual(5);
  const given = readFileSync(`${fileURLToPath(told.file)}.given`, 'utf8');
  expect(given).toContain(merchant.base.url);
  expect(given).not.toContain(secret);
  expect(given).not.toContain('a token of sixteen');
});

test('a closed thread ends its connections and answers no more', async () => {
  const { thread, errors } = open();
  const before = await sessions();
  await thread.sync('regtest');
  expect(await sessions()).toBeGreaterThan(before);
  await thread.close();
  await until('its sessions are gone', async () => (await sessions()) <= before);
  await expect(thread.sync('regtest')).rejects.toThrow('closed');
  expect(errors).toEqual([]);
});

test.runIf(process.platform === 'linux')('no thread starts before it is needed', async () => {
  const threads = () => readdirSync('/proc/self/task').length;
  const before = threads();
  const { thread } = open();
  expect(threads()).toBe(before);
  await thread.sync('regtest');
  expect(threads()).toBeGreaterThan(before);
});
