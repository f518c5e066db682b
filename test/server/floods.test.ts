import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startApp } from '@/test/support/app';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey, TEST_SECRET_KEY } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { openConnection, type RawConnection } from '@/test/support/raw-exchange';
import { until } from '@/test/support/wait';

const ROUNDS = 5;
const CREATES = 5;
const MINUTE_MS = 60_000;
const PAGE = 'GET /docs/webhooks HTTP/1.1\r\nHost: x\r\n\r\n';

const base = await openForTestFile(createTestDatabase());
const key = await createTestKey(base.db);
const app = await openForTestFile(
  startApp({
    databaseUrl: base.url,
    env: {
      SECRET_KEY: TEST_SECRET_KEY,
      BITCOIN_REGTEST: 'sandbox',
      RATE_LIMIT_PER_KEY: '0',
      RATE_LIMIT_PER_IP: '0',
    },
  }),
);

async function create(): Promise<void> {
  const { status } = await fetch(`${app.url}/v1/btc/payments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ amount_sats: 1_000 }),
  });
  expect(status).toBe(201);
}

async function readPage(): Promise<void> {
  await (await fetch(`${app.url}/docs/webhooks`)).text();
}

/** Repeats an action, one after another; returns each duration in ms. */
async function timesOf(action: () => Promise<void>, count: number): Promise<number[]> {
  const times: number[] = [];
  while (times.length < count) {
    const began = performance.now();
    await action();
    times.push(performance.now() - began);
  }
  return times;
}

const mean = (times: readonly number[]) => times.reduce((a, b) => a + b, 0) / times.length;

function residentMiB(): number {
  const status = readFileSync(`/proc/${app.pid()}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1_024;
}

const open = (count: number) =>
  Promise.all(Array.from({ length: count }, () => openConnection(app.url)));

const FLOODS: Readonly<Record<string, () => Promise<RawConnection[]>>> = {
  '1,000 pipelined requests for a page': async () => {
    const connections = await open(1);
    connections[0]?.write(PAGE.repeat(1_000));
    return connections;
  },
  '100 pipelined requests for a page': async () => {
    const connections = await open(1);
    connections[0]?.write(PAGE.repeat(100));
    return connections;
  },
  '300 connections with a request for a page each': async () => {
    const connections = await open(300);
    for (const connection of connections) connection.write(PAGE);
    return connections;
  },
};

test.runIf(process.platform === 'linux').each(Object.entries(FLOODS))(
  'during %s, creating a payment takes at most as long as loading 10 pages, and memory is released afterwards',
  async (_what, flood) => {
    await timesOf(readPage, 20);
    await timesOf(create, 100);
    const pageMs = mean(await timesOf(readPage, 20));
    const quietMiB = residentMiB();
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const connections = await flood();
      times.push(...(await timesOf(create, CREATES)));
      for (const { socket } of connections) socket.resetAndDestroy();
    }
    expect(mean(times)).toBeLessThan(10 * pageMs);
    await until('memory is released', () => residentMiB() < 1.3 * quietMiB, MINUTE_MS);
  },
  2 * MINUTE_MS,
);
