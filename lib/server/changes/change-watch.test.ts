import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ChangeWatch } from './change-watch';

let watch: ChangeWatch;
let isAway: boolean;
let errors: unknown[];
let sent: string[];

const actor = { sessionId: 'ses', userId: 'usr', merchantId: 'mer', role: 'owner' } as const;

beforeEach(() => {
  vi.useFakeTimers();
  [isAway, errors, sent] = [false, [], []];
  const answer = async <T>(value: T) => {
    if (isAway) throw new Error('The database is away.');
    return value;
  };
  watch = new ChangeWatch({
    listen: async () => {},
    paymentsOf: () => answer([]),
    standings: () => answer(new Map([['ses', actor]])),
    onCount: () => {},
    onError: (error) => errors.push(error),
  });
  watch.watch({
    actor,
    client: '192.0.2.1',
    tell: (changes) => sent.push(...changes),
    end: () => sent.push('end'),
  });
});
afterEach(() => {
  watch.close();
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('each database outage is reported once, and open dashboards stay connected', async () => {
  for (let outages = 1; outages <= 2; outages += 1) {
    isAway = true;
    await pass(300_000);
    expect(errors).toHaveLength(outages);
    isAway = false;
    await pass(30_000);
  }
  expect(new Set(sent)).toEqual(new Set(['all', 'read']));
});
