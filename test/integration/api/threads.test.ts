import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword, passwordFits } from '@/lib/accounts/hash-password';
import { keepForProcess } from '@/lib/once-per-process';
import { Pool, type PoolSize } from '@/lib/threads/pool';
import { POOLS, runTask } from '@/lib/threads/run-task';
import { ORDINARY_DESCRIPTOR, TPUBS } from '@/test/fuzz/heavy';
import { stallBeyond } from '@/test/support/stall';
import { buildWorker } from '@/test/support/worker-file';

const PASSWORD = 'a long enough pässword';
const LONG_MS = 60_000;
const MAX_MS = 50;

let worker: Awaited<ReturnType<typeof buildWorker>>;

beforeAll(async () => {
  worker = await buildWorker();
});
afterAll(() => worker.remove());

/** The work with threads of this size, as in a server. */
async function withThreads<T>(size: Partial<PoolSize>, work: () => Promise<T>): Promise<T> {
  const pool = new Pool(worker.file, { threads: 1, waiting: 64, limitMs: LONG_MS, ...size });
  keepForProcess(POOLS, { hashText: pool, fitsHash: pool, readDescriptor: pool });
  try {
    return await work();
  } finally {
    keepForProcess(POOLS, undefined);
  }
}

const read = (text: string, unlimited?: true) =>
  runTask('readDescriptor', { text, network: 'regtest', options: unlimited ? { unlimited } : {} });

test('a thread hashes and checks passwords, and reads descriptors, as the process itself does', async () => {
  const [here, hash] = [await read(ORDINARY_DESCRIPTOR), await hashPassword(PASSWORD)];
  await withThreads({}, async () => {
    expect(await read(ORDINARY_DESCRIPTOR)).toEqual(here);
    expect(await read('wpkh(x)')).toMatchObject({ kind: 'refused', fault: 'bad_key' });
    expect(await passwordFits(PASSWORD.normalize('NFD'), hash)).toBe(true);
    expect(await passwordFits('another password', await hashPassword(PASSWORD))).toBe(false);
  });
});

test('many sign-ins at once stall no other request', async () => {
  const hash = await hashPassword(PASSWORD);
  const signIns = () => Promise.all(Array.from({ length: 20 }, () => passwordFits('wrong', hash)));
  await withThreads({ threads: 2 }, async () => {
    await signIns();
    expect(await stallBeyond(async () => {}, signIns, MAX_MS)).toBeLessThanOrEqual(MAX_MS);
  });
});

test('beyond the queue a task is refused at once, and those in it are done', async () => {
  await withThreads({ waiting: 2 }, async () => {
    const asked = await Promise.allSettled(Array.from({ length: 6 }, () => hashPassword(PASSWORD)));
    expect(asked.map(({ status }) => status)).toEqual([
      ...Array(3).fill('fulfilled'),
      ...Array(3).fill('rejected'),
    ]);
    expect(asked[5]).toMatchObject({
      reason: { code: 'server_busy', retryAfterSeconds: expect.any(Number) },
    });
    expect(await hashPassword(PASSWORD)).toContain('$argon2id$');
  });
});

test('a descriptor that takes too long is given up, and the next one is read', async () => {
  const key = `${TPUBS[0]}${'/1'.repeat(250)}/*`;
  const slow = `tr(${key},multi_a(1,${Array(100).fill(key).join()}))`;
  await withThreads({ limitMs: 5_000 }, async () => {
    const [first, second] = await Promise.all([read(slow, true), read(ORDINARY_DESCRIPTOR)]);
    expect(first).toBeUndefined();
    expect(second).toMatchObject({ kind: 'wallet' });
  });
});

test('a task that fails on its thread fails where it was asked for, and the thread goes on', async () => {
  await withThreads({}, async () => {
    await expect(passwordFits(PASSWORD, 'no hash')).rejects.toThrow('fitsHash failed');
    expect(await hashPassword(PASSWORD)).toContain('$argon2id$');
  });
});
