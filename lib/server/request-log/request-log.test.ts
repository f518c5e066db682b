import { expect, test } from 'vitest';
import { newId } from '@/lib/domain/ids';
import { until } from '@/test/support/wait';
import { type LoggedRequest, RequestLog } from './request-log';

const requestAt = (ms: number): LoggedRequest => ({
  id: newId('request'),
  apiKeyId: 'key_1',
  at: new Date(ms),
  method: 'GET',
  path: '/v1/btc/payments',
  status: 200,
  problemCode: null,
  durationMs: 1,
  hasIdempotencyKey: false,
});

/** Returns a log that collects its writes. Each write lasts until the test ends it. */
function openLog(write: () => Promise<void> = async () => undefined) {
  const written: (readonly LoggedRequest[])[] = [];
  const lost: number[] = [];
  const log = new RequestLog({
    write: async (requests) => {
      written.push(requests);
      await write();
    },
    onLost: (requests) => lost.push(requests),
  });
  const note = (count: number) => {
    for (let i = 0; i < count; i += 1) log.note(requestAt(i));
  };
  return { log, note, written, lost };
}

test('requests are written to the database in batches and in order', async () => {
  const { note, written } = openLog();
  note(3);
  expect(written).toEqual([]);
  await until('they are written', () => written.length > 0);
  expect(written.map((rows) => rows.map(({ at }) => at.getTime()))).toEqual([[0, 1, 2]]);
  note(1);
  await until('later ones are too', () => written.length > 1);
});

test('the request log writes at most 500 requests in one statement', async () => {
  const { log, note, written } = openLog();
  note(1_201);
  await log.flush();
  expect(written.map(({ length }) => length)).toEqual([500, 500, 201]);
});

test('requests beyond 5,000 unwritten requests are dropped, and their number is logged once', async () => {
  const { log, note, written, lost } = openLog();
  note(5_007);
  await log.flush();
  expect(written.flat()).toHaveLength(5_000);
  expect(lost).toEqual([7]);
  note(1);
  await log.flush();
  expect(written.flat()).toHaveLength(5_001);
  expect(lost).toEqual([7]);
});

test('a slow write delays later writes but no request', async () => {
  let end = () => {};
  const slow = new Promise<void>((resolve) => {
    end = resolve;
  });
  const { log, note, written } = openLog(() => slow);
  note(1);
  const first = log.flush();
  await until('the write has begun', () => written.length === 1);
  note(2);
  const second = log.flush();
  expect(written).toHaveLength(1);
  end();
  await Promise.all([first, second]);
  expect(written.map(({ length }) => length)).toEqual([1, 2]);
});

test('if a write fails, only the requests of this write are lost, and their number is logged', async () => {
  let fails = true;
  const { log, note, written, lost } = openLog(async () => {
    if (fails) throw new Error('The database is away.');
  });
  note(2);
  await log.flush();
  expect(lost).toEqual([2]);
  fails = false;
  note(1);
  await log.flush();
  expect(written.at(-1)).toHaveLength(1);
  expect(lost).toEqual([2]);
});
