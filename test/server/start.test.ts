import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { LOCK_NAMES, lock } from '@/db/locks';
import { processIdentity } from '@/scripts/lib/process-identity.mjs';
import {
  type CheckoutCopy,
  copyCheckout,
  READY,
  type RunningCheckout,
  removeInstallScriptLinks,
  sendPrintedRequest,
} from '../support/checkout';
import { createTestDatabase } from '../support/database';
import { createTestKey } from '../support/factories';
import { reserveStablePort } from '../support/reserve-stable-port';
import { until } from '../support/wait';

let checkout: CheckoutCopy;
let port: string;
let running: RunningCheckout[] = [];

beforeAll(async () => {
  checkout = copyCheckout({ built: true });
  removeInstallScriptLinks(checkout);
  port = String(await reserveStablePort());
});
afterEach(async () => {
  for (const one of running.splice(0)) await one.stop('SIGTERM');
});
afterAll(() => checkout.remove());

async function start(
  settings: Record<string, string> = { PORT: port },
  text?: string,
): Promise<RunningCheckout> {
  const one = await checkout.start(settings, text);
  running.push(one);
  return one;
}

async function stop(one: RunningCheckout, signal: 'SIGINT' | 'SIGTERM' = 'SIGTERM'): Promise<void> {
  running = running.filter((other) => other !== one);
  await one.stop(signal);
}

async function sendRequest(): Promise<{ status: number; id: string }> {
  const response = await fetch(`http://127.0.0.1:${port}/v1/btc/payments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keyIn()}`, 'content-type': 'application/json' },
    body: '{"amount_sats": 25000}',
  });
  const { id } = (await response.json()) as { id: string };
  return { status: response.status, id };
}

interface KeptDemo {
  readonly password: string;
  readonly api_key: string;
  readonly signing_secret: string;
}
const demoFile = (dataDir = '.data') => path.join(checkout.folder, dataDir, 'demo.json');
const demoIn = (dataDir?: string): KeptDemo => JSON.parse(readFileSync(demoFile(dataDir), 'utf8'));
const keyIn = (dataDir?: string) => demoIn(dataDir).api_key;
const printedKey = (one: RunningCheckout) => /Bearer (\S+)'/.exec(one.output())?.[1];
const isGone = (pid: number) => until(`process ${pid} is gone`, () => !processIdentity(pid));

/** Kills a process that may have just exited. */
function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

describe('npm start in a path with spaces, without root, after an install without scripts', () => {
  test('a build stores no data, and the first start prints a working request', async () => {
    expect((await checkout.build()).code).toBe(0);
    expect(existsSync(path.join(checkout.folder, '.data'))).toBe(false);
    const one = await start();
    const answer = await sendPrintedRequest(one);
    expect(answer.status).toBe(201);
    expect(one.output()).toMatch(/E-mail +demo@localhost\n +Password +\w{16}\n/);
    expect(printedKey(one)).toBe(keyIn());
    expect(statSync(demoFile()).mode & 0o077).toBe(0);
    const { server, database } = one.processes();
    await stop(one, 'SIGINT');
    expect(one.output()).toContain('Blocktally has stopped.');
    expect([processIdentity(server), processIdentity(database)]).toEqual([undefined, undefined]);
  });

  test('the second start does not build again, and prints where to find the key but no secret', async () => {
    const before = demoIn();
    const second = await start();
    expect(second.output()).not.toContain('Building');
    expect(demoIn()).toEqual(before);
    expect(second.output()).toContain(demoFile());
    for (const secret of [before.password, before.api_key, before.signing_secret]) {
      expect(second.output()).not.toContain(secret);
    }
    expect((await sendRequest()).status).toBe(201);
  });

  test('a first start with a real network creates no demo shop, no sandbox and no password', async () => {
    const settings = { DATA_DIR: 'real', BITCOIN_SIGNET: 'http://127.0.0.1:9' };
    const one = await start({ PORT: port, ...settings });
    expect(one.output()).not.toMatch(/demo|Password|Bearer/);
    expect(one.output()).toContain('with the setup token');
    // Next.js would print this line amid the JSON lines of the log.
    expect(one.output()).not.toContain('next.config');
    expect(one.output()).toMatch(/\nsignet: (?:not reachable|no answer within)/);
    expect(one.output().indexOf('signet: ')).toBeLessThan(one.output().indexOf(READY));
    expect(one.output()).toContain('"networks":["signet"]');
    expect(existsSync(demoFile('real'))).toBe(false);
    await stop(one);
    const asked = await start({ PORT: port, ...settings, DEMO: 'on' });
    expect(printedKey(asked)).toBe(keyIn('real'));
    expect((await sendPrintedRequest(asked)).status).toBe(201);
  });

  test('after a kill -9 of all processes, the next start restores all data', async () => {
    const one = await start();
    const { id } = await sendRequest();
    running = [];
    const pids = Object.values(one.processes());
    for (const pid of pids) end(pid);
    await Promise.all(pids.map(isGone));
    await start();
    const response = await fetch(`http://127.0.0.1:${port}/v1/btc/payments/${id}`, {
      headers: { authorization: `Bearer ${keyIn()}` },
    });
    expect(response.status).toBe(200);
  });

  test('killing the supervisor also stops the server, and the next start works', async () => {
    const one = await start();
    running = [];
    const { supervisor, server, database } = one.processes();
    process.kill(supervisor, 'SIGKILL');
    await isGone(server);
    const again = await start();
    expect(again.processes().database).toBe(database);
    await stop(again);
    await isGone(database);
  });

  test('a server keeps running when the reader of its output exits, and stops cleanly later', async () => {
    const one = await start({ PORT: port }, 'Blocktally is starting');
    one.endReader();
    const answers = () =>
      sendRequest().then(
        ({ status }) => status === 201,
        () => false,
      );
    await until('the server answers', answers);
    const { server, database } = one.processes();
    await stop(one);
    expect([processIdentity(server), processIdentity(database)]).toEqual([undefined, undefined]);
  });

  test('a first start that is stopped while creating the demo shop stops cleanly', async () => {
    const one = await start({ PORT: port, DATA_DIR: 'stopped' }, '"msg":"started"');
    const { server, database } = one.processes();
    await stop(one, 'SIGINT');
    expect(one.output()).not.toContain('could not');
    expect(one.output()).toContain('Blocktally has stopped.');
    expect([processIdentity(server), processIdentity(database)]).toEqual([undefined, undefined]);
  });

  test('two servers run side by side with different ports and data folders', async () => {
    const other = { PORT: String(await reserveStablePort()), DATA_DIR: 'other data' };
    const [one, two] = await Promise.all([start(), start(other)]);
    expect(keyIn()).not.toBe(printedKey(two));
    expect((await sendRequest()).status).toBe(201);
    expect((await sendPrintedRequest(two)).status).toBe(201);
    await stop(one);
    expect((await sendPrintedRequest(two)).status).toBe(201);
  });

  test('a start reports that it waits for another server’s migration, and continues afterwards', async () => {
    const base = await createTestDatabase();
    const waiting = await base.db.transaction(async (tx) => {
      await lock(tx, LOCK_NAMES.migrations);
      const own = { PORT: String(await reserveStablePort()), DATA_DIR: 'waiting' };
      return start(
        { ...own, DATABASE_URL: base.url },
        'Still waiting for another server that migrates the database',
      );
    });
    await until('it is ready', () => waiting.output().includes(READY));
    await stop(waiting);
    await base.drop();
  });

  test('the error that refuses a downgrade does not advise rotating secrets, even if the secret key differs', async () => {
    const base = await createTestDatabase();
    await createTestKey(base.db);
    const settings = { PORT: port, DATA_DIR: 'downgrade', DATABASE_URL: base.url };
    const wrongKey = await checkout.startInVain(settings);
    expect([wrongKey.code, wrongKey.output]).toEqual([1, expect.stringContaining('secret rotate')]);
    await base.db.execute('update drizzle.__drizzle_migrations set created_at = created_at + 1');
    const { code, output } = await checkout.startInVain(settings);
    expect([code, output]).toEqual([1, expect.stringContaining('Start the newer version')]);
    expect(output).not.toMatch(/secret|rotate/i);
    await base.drop();
  });

  test('the error for a port in use mentions the setting PORT', async () => {
    await start();
    const { code, output } = await checkout.startInVain({ PORT: port, DATA_DIR: 'third' });
    expect(code).toBe(1);
    expect(output).toMatch(/Port \d+ is taken.*PORT/s);
  });
});
