import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { QueryRefresher } from './query-refresher';

let client: QueryClient;
let refresher: QueryRefresher;
let reads: number;
let finished: number;
let takesMs: number;

beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient();
  refresher = new QueryRefresher(client);
  [reads, finished, takesMs] = [0, 0, 10];
});
afterEach(() => {
  client.clear();
  vi.useRealTimers();
});

function show(key: readonly unknown[] = ['GET /api/dashboard/payments', {}]): void {
  new QueryObserver(client, {
    queryKey: key,
    queryFn: async ({ signal }) => {
      reads += 1;
      await new Promise((resolve) => setTimeout(resolve, takesMs));
      if (!signal.aborted) finished += 1;
      return reads;
    },
  }).subscribe(() => {});
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('the first change triggers a refetch immediately, and all changes shortly after it trigger one more refetch', async () => {
  show();
  await pass(1_000);
  refresher.add(['payments']);
  await pass(0);
  expect(reads).toBe(2);
  for (let count = 0; count < 50; count += 1) refresher.add([`payment pay_${count}`]);
  await pass(1_000);
  expect(reads).toBe(3);
});

test('queries that a change does not affect are not refetched', async () => {
  show();
  await pass(1_000);
  refresher.add(['keys', 'read']);
  await pass(1_000);
  expect(reads).toBe(1);
});

test('a change during a query’s first fetch triggers a refetch', async () => {
  show();
  refresher.add(['payments']);
  await pass(1_000);
  expect(finished).toBe(2);
});

test('while changes arrive continuously, slow refetches complete and become less frequent', async () => {
  takesMs = 1_000;
  show();
  await pass(2_000);
  for (let count = 0; count < 300; count += 1) {
    refresher.add(['payments']);
    await pass(100);
  }
  await pass(10_000);
  expect(finished).toBe(reads);
  expect(reads).toBeGreaterThanOrEqual(6);
  expect(reads).toBeLessThanOrEqual(9);
});

test('a refetch always follows the last of many changes', async () => {
  show();
  await pass(1_000);
  for (let count = 0; count < 20; count += 1) {
    refresher.add(['payments']);
    await pass(50);
  }
  const before = reads;
  refresher.add(['payments']);
  await pass(1_000);
  expect(reads).toBeGreaterThan(before);
});
