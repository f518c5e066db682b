import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type CheckoutCopy,
  copyCheckout,
  READY,
  type RunningCheckout,
  removeInstallScriptLinks,
  sendPrintedRequest,
} from '../support/checkout';
import { reserveStablePort } from '../support/reserve-stable-port';
import { until } from '../support/wait';

let old: CheckoutCopy;
let next: CheckoutCopy;
let settings: Record<string, string>;
let running: RunningCheckout;
let id: string;

beforeAll(async () => {
  old = copyCheckout({ built: true });
  next = copyCheckout();
  removeInstallScriptLinks(next);
  settings = { PORT: String(await reserveStablePort()), DATA_DIR: path.join(old.folder, '.data') };
  running = await old.start(settings);
  id = (await ask('payments', { amount_sats: 25_000 })).id;
});
afterAll(async () => {
  await running?.stop('SIGTERM');
  old.remove();
  next.remove();
});

async function ask(route: string, body?: object): Promise<{ status: number; id: string }> {
  const demo = readFileSync(path.join(old.folder, '.data', 'demo.json'), 'utf8');
  const response = await fetch(`http://127.0.0.1:${settings.PORT}/v1/btc/${route}`, {
    headers: {
      authorization: `Bearer ${JSON.parse(demo).api_key}`,
      'content-type': 'application/json',
    },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const { id: found } = (await response.json()) as { id: string };
  return { status: response.status, id: found };
}

test('the next version’s first start builds while the old version runs, and prints a working request', async () => {
  const before = running.processes();
  const first = await next.start({ PORT: String(await reserveStablePort()) }, 'Building');
  let built: Awaited<ReturnType<CheckoutCopy['build']>> | undefined;
  next.build().then((end) => {
    built = end;
  });
  const answers = new Set<number | string>();
  const askAgain = async () => {
    answers.add(await ask(`payments/${id}`).then(({ status }) => status, String));
    return built;
  };
  await until('the next version is built', askAgain, 600_000);
  expect([...answers]).toEqual([200]);
  // The first start waited for this build.
  expect(built).toMatchObject({ code: 0, output: expect.stringContaining('to finish building') });
  expect(running.processes()).toEqual(before);
  await until('the next version has started', () => first.output().includes(READY), 120_000);
  expect(first.output()).toContain('Built in');
  const { server } = first.processes();
  // pg_ctl starts the database, so it is no child of the supervisor.
  expect(first.children(), 'the build leaves no process').toEqual([server]);
  expect((await sendPrintedRequest(first)).status).toBe(201);
  await first.stop('SIGTERM');
});

test('the next version starts with the running version’s data, and needs no second build', async () => {
  await running.stop('SIGTERM');
  running = await next.start(settings);
  expect(running.output()).not.toMatch(/Installing|Building/);
  expect(await ask(`payments/${id}`)).toEqual({ status: 200, id });
});
