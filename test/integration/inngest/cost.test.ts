import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '@/inngest/client';
import { MAX_CHAIN_READ_GAP_MS } from '@/inngest/request-chain-reads';
import { type Handler, serveInngest } from '@/inngest/serve';
import {
  callInngestHandler,
  type ServedFunction,
  SIGNING_KEY,
  servedFunctions,
} from '@/test/support/inngest-call';
import { type Outbox, openOutbox } from '@/test/support/outbox';
import { type Receiver, startReceiver } from '@/test/support/receiver';
import { openTestRuntime, type TestRuntime } from '@/test/support/runtime';

const PAGE = readFileSync('docs/inngest.md', 'utf8').replaceAll('\n', ' ');
const DAY_MS = 86_400_000;
const RUNS_A_DAY: Readonly<Record<string, number>> = {
  '* * * * *': 1_440,
  '*/5 * * * *': 288,
  '23 * * * *': 24,
  '41 * * * *': 24,
  '17 3 * * *': 1,
};

let outbox: Outbox;
let receiver: Receiver;
let own: TestRuntime;
let handler: Handler;
let functions: readonly ServedFunction[];
const MAIL = { SMTP_URL: 'smtp://mail.invalid', MAIL_FROM: 'shop@example.com' };
const MAIL_JOBS = ['send-mails', 'tell-of-months'].map((name) => `blocktally-${name}`);

beforeAll(async () => {
  [outbox, receiver] = await Promise.all([openOutbox(), startReceiver()]);
  own = openTestRuntime(outbox.base.url, outbox.clock, { BITCOIN_REGTEST: 'sandbox', ...MAIL });
  handler = serveInngest(own, createClient(own, { isDev: false, signingKey: SIGNING_KEY }));
  functions = await servedFunctions(handler);
});

afterAll(async () => {
  await Promise.all([own?.close(), receiver?.close()]);
  await outbox?.close();
});

/** The executions that Inngest bills for a run without steps. */
async function executionsOf(fnId: string, event: { name: string; data: object }): Promise<number> {
  const ctx = { run_id: 'run', attempt: 0, stack: { stack: [], current: 0 } };
  const body = { version: 2, event, events: [event], steps: {}, ctx };
  const response = await callInngestHandler(handler, { method: 'POST', fnId, body });
  expect(response.status).toBe(200);
  return 1;
}

async function scheduled(isMeant: (name: string) => boolean): Promise<number> {
  let sum = 0;
  for (const { id, triggers } of functions) {
    const cron = triggers.find((trigger) => trigger.cron)?.cron;
    if (!cron || !isMeant(id)) continue;
    const runs = RUNS_A_DAY[cron];
    if (runs === undefined) throw new Error(`how often a day is ${cron}?`);
    sum += runs * (await executionsOf(id, { name: 'inngest/scheduled.timer', data: {} }));
  }
  return sum;
}

test('the documented numbers of Inngest executions equal the measured numbers', async () => {
  const follows = (id: string) => id.startsWith('blocktally-follow-');
  const mails = (id: string) => MAIL_JOBS.includes(id);
  const perNetwork = await scheduled(follows);
  const others = await scheduled((id) => !follows(id) && !mails(id));
  const read = await executionsOf('blocktally-follow-regtest', {
    name: 'chain/moved',
    data: { network: 'regtest' },
  });
  await outbox.announceNew(receiver.url());
  const delivery = await executionsOf('blocktally-sweep-deliveries', {
    name: 'webhook/deliveries.due',
    data: {},
  });
  expect(receiver.requests).toHaveLength(1);
  const awaited = (DAY_MS / MAX_CHAIN_READ_GAP_MS) * read;
  expect(perNetwork + others).toBeLessThan(5_000);

  const number = (value: number) => value.toLocaleString('en-US');
  const formula = `**${number(perNetwork)} · n + ${number(others)} + d**`;
  expect(PAGE).toContain(formula);
  expect(PAGE).toContain(`${number(await scheduled(mails))} executions if you use mail`);
  expect(PAGE).toContain(`up to ${number(awaited)}`);
  const day = perNetwork + others + awaited + 2_000 * delivery;
  const month = ((day * 30) / 1e6).toFixed(2);
  expect(PAGE).toContain(
    `2,000 deliveries a day, costs ${number(day)} executions a day, or ${month} million in 30 days`,
  );
});
