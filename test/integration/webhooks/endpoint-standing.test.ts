import { expect, test } from 'vitest';
import { listEndpoints } from '@/lib/webhooks/endpoints/list-endpoints';
import { createTestActor } from '@/test/support/actor';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { openOutbox } from '@/test/support/outbox';
import { startReceiver } from '@/test/support/receiver';

const HOUR_MS = 3_600_000;

const outbox = await openForTestFile(openOutbox());
const receiver = await openForTestFile(startReceiver());
const member = await createTestActor(outbox.base.db, outbox.key.merchantId, 'member');
const statuses = new Map<string, number>();
receiver.respond(({ path }) => ({ status: statuses.get(path) ?? 204 }));

async function attempt(path: string, status: number) {
  statuses.set(path, status);
  await outbox.announceNew(receiver.url(path));
  await outbox.dispatch();
  outbox.passTime(1_000);
}

async function viewOf(path: string) {
  const page = { text: receiver.url(path), limit: 1, offset: 0 };
  const { endpoints } = await listEndpoints(outbox.base.db, member, page, outbox.clock());
  const [found] = endpoints;
  if (!found) throw new Error(`${path} is not listed`);
  return found;
}

test('an endpoint whose attempts fail counts as failing, even while another URL of its host succeeds', async () => {
  const since = outbox.clock();
  for (let n = 0; n < 3; n += 1) {
    await attempt('/good', 204);
    await attempt('/refuses', 401);
  }
  const { standing } = await viewOf('/refuses');
  expect(standing.inARow).toBeGreaterThanOrEqual(3);
  expect(standing.sameInARow).toBe(standing.inARow);
  expect(await viewOf('/refuses')).toMatchObject({
    state: 'failing',
    standing: {
      failingSince: new Date(since.getTime() + 1_000),
      lastStatus: 401,
      lastErrorCode: 'http_401',
      lastError: expect.stringContaining('requires a login'),
      lastSuccessAt: null,
    },
  });
  expect(await viewOf('/good')).toMatchObject({
    state: 'working',
    standing: {
      failingSince: null,
      inARow: 3,
      sameInARow: 3,
      lastFailureAt: null,
      lastError: null,
    },
  });
});

test('an endpoint with mixed results changes its state only after five equal results in a row', async () => {
  await attempt('/mixed', 204);
  for (let n = 1; n <= 5; n += 1) {
    await attempt('/mixed', 410);
    expect((await viewOf('/mixed')).state, `${n} failures`).toBe(n < 5 ? 'some_fail' : 'failing');
  }
  expect((await viewOf('/mixed')).standing).toMatchObject({ inARow: 5, sameInARow: 5 });
  for (let n = 1; n <= 5; n += 1) {
    await attempt('/mixed', 204);
    const { state, standing } = await viewOf('/mixed');
    expect(state, `${n} successes`).toBe(n < 5 ? 'some_fail' : 'working');
    expect(standing.failingSince).toBeNull();
  }
});

test('attempts recorded in one batch count like attempts recorded one by one', async () => {
  statuses.set('/batch', 404);
  for (let n = 0; n < 20; n += 1) await outbox.announceNew(receiver.url('/batch'));
  await outbox.dispatch();
  expect((await viewOf('/batch')).standing).toMatchObject({ inARow: 20, sameInARow: 20 });
});

test('the attempts of the last 24 hours are counted by hour', async () => {
  await attempt('/hours', 204);
  outbox.passTime(HOUR_MS);
  await attempt('/hours', 410);
  await attempt('/hours', 204);
  const { hours } = await viewOf('/hours');
  expect(hours).toHaveLength(24);
  expect(hours.at(-1)).toEqual({ accepted: 1, failed: 1 });
  expect(hours.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(2);
  outbox.passTime(25 * HOUR_MS);
  expect(
    (await viewOf('/hours')).hours.every(({ accepted, failed }) => accepted + failed === 0),
  ).toBe(true);
});
