import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { GET, POST, PUT } from '@/app/api/inngest/route';
import { configurationProblems, createClient } from '@/inngest/client';
import { type Handler, serveInngest } from '@/inngest/serve';
import { callInngestHandler, SIGNING_KEY, servedFunctions } from '@/test/support/inngest-call';
import { type Outbox, openOutbox } from '@/test/support/outbox';
import { type Receiver, startReceiver } from '@/test/support/receiver';
import { openTestRuntime, type TestRuntime } from '@/test/support/runtime';

let outbox: Outbox;
let receiver: Receiver;
let own: TestRuntime;
let handler: Handler;

beforeAll(async () => {
  [outbox, receiver] = await Promise.all([openOutbox(), startReceiver()]);
  own = openTestRuntime(outbox.base.url, outbox.clock, {
    BITCOIN_REGTEST: 'sandbox',
    BITCOIN_SIGNET: 'http://user:pass@127.0.0.1:1',
  });
  handler = serveInngest(own, createClient(own, { isDev: false, signingKey: SIGNING_KEY }));
});

afterAll(async () => {
  await Promise.all([own?.close(), receiver?.close()]);
  await outbox?.close();
});

const SWEEP = {
  event: { name: 'inngest/scheduled.timer', data: {} },
  events: [],
  steps: {},
  version: 2,
  ctx: { run_id: 'run', attempt: 0, stack: { stack: [], current: 0 } },
};
const sweep = { method: 'POST', fnId: 'blocktally-sweep-deliveries', body: SWEEP } as const;

describe('a request', () => {
  test('a request runs the requested function if Inngest has signed it', async () => {
    await outbox.announceNew(receiver.url());
    const response = await callInngestHandler(handler, sweep);
    expect(response.status).toBe(200);
    expect(await response.json()).toBe(1);
    expect(receiver.requests).toHaveLength(1);
  });

  test.each([
    ['is not signed', { key: null }],
    ['is signed with another key', { key: `signkey-test-${'cd'.repeat(32)}` }],
    ['was signed an hour ago', { signedAt: new Date(Date.now() - 3_600_000) }],
    ['has a malformed signature', { key: null, headers: { 'x-inngest-signature': 'no' } }],
  ])('a request that %s is rejected and runs nothing', async (_, how) => {
    const before = receiver.requests.length;
    await outbox.announceNew(receiver.url());
    const response = await callInngestHandler(handler, { ...sweep, ...how });
    expect(response.status).toBe(401);
    expect(receiver.requests).toHaveLength(before);
  });

  test('an unsigned request is rejected, even a request to register or introspect the functions', async () => {
    for (const method of ['GET', 'PUT'] as const) {
      const body = { url: 'https://attacker.example/api/inngest' };
      const response = await callInngestHandler(handler, {
        method,
        key: null,
        ...(method === 'PUT' ? { body, headers: { 'x-inngest-sync-kind': 'out_of_band' } } : {}),
      });
      expect(response.status).toBe(401);
      expect(await response.text()).not.toContain('sweep');
    }
  });

  test('a request with an oversized body is rejected before its body is completely read', async () => {
    const body = { ...SWEEP, steps: { big: 'x'.repeat(2_000_000) } };
    expect((await callInngestHandler(handler, { ...sweep, body })).status).toBe(413);
  });
});

test('unauthenticated requests write no lines to the log', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
  const logging = { ...own, log };
  const keys = { isDev: false, signingKey: SIGNING_KEY };
  const served = serveInngest(logging, createClient(logging, keys));
  const send = async (count: number) => {
    for (let n = 0; n < count; n += 1) {
      expect((await callInngestHandler(served, { ...sweep, key: null })).status).toBe(401);
    }
  };
  const refusedCounts = () => lines.map((line) => JSON.parse(line).refused);
  await send(20);
  expect(refusedCounts()).toEqual([1]);
  outbox.passTime(60_000);
  await send(1);
  expect(refusedCounts()).toEqual([1, 20]);
  expect(lines.join()).not.toContain('stack');
  for (const host of ['[', 'a b', 'http://[', 'x:99999']) {
    const response = await callInngestHandler(served, { ...sweep, key: null, headers: { host } });
    expect(response.status).toBe(400);
    expect(await response.text()).not.toContain('stack');
  }
  expect(lines).toHaveLength(2);
});

test('the response to a failed run makes Inngest retry the run in a few seconds, and reveals no details', async () => {
  const closed = openTestRuntime(outbox.base.url, outbox.clock);
  await closed.close();
  const broken = serveInngest(closed, createClient(closed, { isDev: true }));
  const response = await callInngestHandler(broken, sweep);
  expect(response.headers.get('x-inngest-no-retry')).toBe('false');
  expect(response.headers.get('retry-after')).toBe('5');
  expect(await response.text()).not.toMatch(/select|delivery d|postgres:/);
});

test('if Inngest gives up on a run, the server logs the run', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) });
  const logging = { ...own, log };
  const keys = { isDev: false, signingKey: SIGNING_KEY };
  const data = {
    function_id: 'blocktally-sweep-deliveries',
    run_id: 'run',
    error: { name: 'Error', message: 'invalid status code: 502' },
    event: SWEEP.event,
  };
  const response = await callInngestHandler(serveInngest(logging, createClient(logging, keys)), {
    method: 'POST',
    fnId: 'blocktally-sweep-deliveries-failure',
    body: { ...SWEEP, event: { name: 'inngest/function.failed', data } },
  });
  expect(response.status).toBe(200);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { job: 'sweep-deliveries', reason: 'invalid status code: 502' },
  ]);
});

test('the functions are registered with schedules that every Inngest server accepts', async () => {
  const functions = await servedFunctions(handler);
  const names = ['expire-payments', 'follow-regtest', 'follow-signet', 'note-rates', 'prune'];
  const ids = [...names, 'sweep-deliveries', 'switch-off-endpoints'].map(
    (name) => `blocktally-${name}`,
  );
  expect(functions.map(({ id }) => id).sort()).toEqual(
    ids.flatMap((id) => [id, `${id}-failure`]).sort(),
  );
  for (const { cron, event } of functions.flatMap(({ triggers }) => triggers)) {
    // Each schedule has five fields, without seconds. If Inngest does not support one schedule, it
    // rejects all functions.
    if (event === undefined) expect(cron).toMatch(/^(?:\*|\*\/\d+|\d+) (?:\*|\d+) \* \* \*$/);
  }
});

describe('missing configuration', () => {
  test('without its configuration, the Inngest route returns 404 with a link to the documentation', async () => {
    vi.stubEnv('DATABASE_URL', outbox.base.url);
    vi.stubEnv('SECRET_KEY', Buffer.alloc(32, 7).toString('base64'));
    vi.stubEnv('LOG_LEVEL', 'silent');
    for (const name of ['EVENT_KEY', 'SIGNING_KEY', 'BASE_URL', 'DEV']) {
      vi.stubEnv(`INNGEST_${name}`, '');
    }
    let sockets = 0;
    const count = () => {
      sockets += 1;
    };
    subscribe('net.client.socket', count);
    try {
      for (const [method, answer] of Object.entries({ GET, POST, PUT })) {
        const response = await answer(new Request('http://localhost/api/inngest', { method }));
        expect(response.status).toBe(404);
        expect(await response.text()).toContain('docs/inngest.md');
      }
      createClient(own);
    } finally {
      unsubscribe('net.client.socket', count);
    }
    expect(sockets).toBe(0);
  });

  test.each([
    ['without a signing key', { isDev: false, eventKey: 'a' }, /^INNGEST_SIGNING_KEY is missing/],
    ['without an event key', { isDev: false, signingKey: SIGNING_KEY }, /^INNGEST_EVENT_KEY/],
    ['in development mode', { isDev: true }, /^INNGEST_DEV is on/],
  ])('an Inngest client %s causes an error that explains what to do', (_, options, message) => {
    expect(configurationProblems(createClient(own, options))).toEqual([
      expect.stringMatching(message),
    ]);
  });
});
