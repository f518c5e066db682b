import { describe, expect, it } from 'vitest';
import { Batcher } from './batcher';

function heldRuns() {
  const runs: { items: readonly number[]; end: () => void }[] = [];
  const run = (items: readonly number[]) =>
    new Promise<number[]>((resolve, reject) => {
      const end = () =>
        items.includes(13) ? reject(new Error('thirteen')) : resolve(items.map((n) => n * 10));
      runs.push({ items, end });
    });
  return { runs, run };
}

it('a request to the batcher runs alone if no other request is waiting', async () => {
  const { runs, run } = heldRuns();
  const batcher = new Batcher(run, 10);
  const result = batcher.add(1);
  await expect.poll(() => runs.map(({ items }) => items)).toEqual([[1]]);
  runs[0]?.end();
  expect(await result).toBe(10);
});

it('requests that arrive while a batch runs form the next batch, up to a limit', async () => {
  const { runs, run } = heldRuns();
  const batcher = new Batcher(run, 2);
  const first = batcher.add(1);
  await expect.poll(() => runs.length).toBe(1);
  const others = [2, 3, 4].map((n) => batcher.add(n));
  runs[0]?.end();
  await expect.poll(() => runs.length).toBe(2);
  runs[1]?.end();
  await expect.poll(() => runs.length).toBe(3);
  runs[2]?.end();
  expect(await Promise.all([first, ...others])).toEqual([10, 20, 30, 40]);
  expect(runs.map(({ items }) => items)).toEqual([[1], [2, 3], [4]]);
});

it('a failing request affects neither the other requests of its batch nor later batches', async () => {
  const batcher = new Batcher(async (items: readonly number[]) => {
    if (items.includes(13)) throw new Error('thirteen');
    return items.map((n) => n * 10);
  }, 10);
  const results = await Promise.allSettled([1, 2, 13, 4].map((n) => batcher.add(n)));
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  expect(await batcher.add(5)).toBe(50);
});

describe('without a connection', () => {
  /** The batcher's nth run fails with the nth code. */
  async function failing(...codes: string[]) {
    const runs: number[] = [];
    const batcher = new Batcher(async (items: readonly number[]): Promise<number[]> => {
      runs.push(items.length);
      throw Object.assign(new Error('lost'), { code: codes[runs.length - 1] });
    }, 10);
    const results = await Promise.allSettled([1, 2, 3].map((n) => batcher.add(n)));
    return { runs, codes: results.map((one) => one.status === 'rejected' && one.reason.code) };
  }

  it('all requests of a batch fail immediately if no connection can be opened', async () => {
    expect(await failing('CONNECT_TIMEOUT')).toEqual({
      runs: [3],
      codes: Array(3).fill('CONNECT_TIMEOUT'),
    });
  });

  it('if the retry of one request cannot connect, the remaining requests of the batch fail immediately', async () => {
    expect(await failing('CONNECTION_CLOSED', 'CONNECT_TIMEOUT')).toEqual({
      runs: [3, 1],
      codes: Array(3).fill('CONNECT_TIMEOUT'),
    });
  });

  it('if the retry of one request loses its connection, the remaining requests of the batch are still retried', async () => {
    const lost = Array(4).fill('CONNECTION_CLOSED');
    expect((await failing(...lost)).runs).toEqual([3, 1, 1, 1]);
  });
});
