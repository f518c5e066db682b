import { beforeEach, describe, expect, it } from 'vitest';
import type { SyncResult } from '@/lib/payments/sync-chain';
import { FollowPace } from './follow-pace';

const READ: SyncResult = {
  kind: 'read',
  complete: true,
  tipHeight: 1,
  connected: 0,
  disconnected: 0,
};

let now: number;
let awaited: boolean;
let pace: FollowPace;

beforeEach(() => {
  now = 1_000_000;
  awaited = true;
  pace = new FollowPace(
    () => new Date(now),
    async () => awaited,
  );
});

/** @returns the pause after the simulated read */
async function read(tookMs: number, result: SyncResult = READ, woken = false) {
  expect(pace.isDue(woken)).toBe(true);
  now += tookMs;
  pace.ended(result);
  return pace.pause();
}

/** Returns the ms until the next read if nothing wakes the job. */
async function untilDue(): Promise<number> {
  const from = now;
  while (!pace.isDue(false)) now += (await pace.pause()).ms;
  return now - from;
}

describe('while a payment of the network is open', () => {
  it('while a payment is open, the pause is ten times the last read’s duration, within 0.5 to 2 s', async () => {
    expect(await read(5)).toEqual({ ms: 500, minMs: 50 });
    now += 500;
    expect(await read(80)).toEqual({ ms: 800, minMs: 80 });
    now += 800;
    expect(await read(3_000)).toEqual({ ms: 2_000, minMs: 2_000 });
  });

  it('for ten minutes after the last payment ended, the chain is still read often to find late outputs', async () => {
    await read(5);
    awaited = false;
    now += 599_000;
    expect((await read(5)).ms).toBe(500);
    now += 1_000;
    await read(5);
    expect(await untilDue()).toBe(25_000);
  });
});

describe('while transactions are pushed', () => {
  it('each pushed transaction restarts the pause before the next read, which starts after ten seconds at the latest', async () => {
    await read(300);
    const endedAt = now;
    while (!pace.isDue(false)) {
      pace.pushed();
      now += Math.min((await pace.pause()).ms, 100);
    }
    expect(now - endedAt).toBe(10_000);
  });

  it('if no more transactions are pushed, the next read starts after one pause', async () => {
    await read(300);
    now += 1_500;
    pace.pushed();
    expect(await untilDue()).toBe(2_000);
  });

  it('a pushed transaction delays neither a wake-up nor the retry of a failed read', async () => {
    await read(300, { kind: 'failed', fault: 'unreachable', message: '' });
    now += 1_500;
    pace.pushed();
    expect(await untilDue()).toBe(500);
    await read(300);
    pace.pushed();
    expect(pace.isDue(true)).toBe(true);
  });
});

describe('while no payment is open', () => {
  it('while no payment is open, a payment that another process creates ends the pause within ten seconds', async () => {
    awaited = false;
    expect((await read(5)).ms).toBe(10_000);
    now += 10_000;
    expect(pace.isDue(false)).toBe(false);
    awaited = true;
    expect((await pace.pause()).ms).toBe(0);
    expect(pace.isDue(false)).toBe(true);
  });

  it('while no payment is open, a payment that this process creates ends the pause immediately', async () => {
    awaited = false;
    await read(5);
    expect(pace.newPayment()).toBe(true);
    expect(pace.newPayment()).toBe(false);
    expect((await read(5, READ, true)).ms).toBe(500);
  });

  it('a payment created during the check for open payments ends the pause, even if the check misses it', async () => {
    awaited = false;
    const asked = read(5);
    pace.newPayment();
    expect((await asked).ms).toBe(500);
  });

  it('while no payment is open, a wake-up ends the pause immediately', async () => {
    awaited = false;
    await read(5);
    expect(pace.isDue(false)).toBe(false);
    expect(pace.isDue(true)).toBe(true);
  });
});

it.each([true, false])(
  'a source that requested a pause is read again when the pause ends (payments open: %s)',
  async (is) => {
    awaited = is;
    await read(5, { kind: 'backing_off', until: new Date(now + 7_000) });
    expect(await untilDue()).toBe(6_995);
  },
);

it('a source that failed or lacks blocks is read again within two seconds', async () => {
  awaited = false;
  await read(5, { kind: 'failed', fault: 'unreachable', message: '' });
  expect(await untilDue()).toBe(2_000);
  await read(5, { ...READ, complete: false });
  expect(await untilDue()).toBe(2_000);
});

it('a wake-up that arrives while another process reads the chain causes another read soon', async () => {
  awaited = false;
  await read(5, { kind: 'busy' }, true);
  expect(await untilDue()).toBe(500);
});

it('a clock that is set back does not delay the next read of the chain', async () => {
  await read(5);
  now -= 3_600_000;
  expect(pace.isDue(false)).toBe(true);
});
