import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '@/test/support/app';
import { createTestDatabase, type TestDatabase } from '@/test/support/database';
import { createTestKey, TEST_SECRET_KEY } from '@/test/support/factories';
import { commandsIn, openTerminal, type Terminal } from '@/test/support/pasted-commands';
import { openConnection } from '@/test/support/raw-exchange';
import { reserveStablePort } from '@/test/support/reserve-stable-port';
import { until } from '@/test/support/wait';

let base: TestDatabase;
let app: TestApp;
let folder: string;
let terminal: Terminal;
let receiverPort: number;
/** Replaces ports and folders in commands with ports and folders of this test. */
let adapt: (commands: string) => string;

beforeAll(async () => {
  base = await createTestDatabase();
  app = await startApp({
    databaseUrl: base.url,
    env: { BITCOIN_REGTEST: 'sandbox', SECRET_KEY: TEST_SECRET_KEY },
  });
});
afterAll(async () => {
  await app.stop();
  await base.drop();
});

async function openReader(): Promise<void> {
  const { apiKey, signingSecret } = await createTestKey(base.db);
  folder = mkdtempSync(path.join(tmpdir(), 'blocktally-reader-'));
  mkdirSync(path.join(folder, '.data'));
  const demo = { api_key: apiKey, signing_secret: signingSecret };
  writeFileSync(path.join(folder, '.data', 'demo.json'), JSON.stringify(demo));
  terminal = openTerminal(folder);
  receiverPort = await reserveStablePort();
  const nobody = await reserveStablePort();
  adapt = (commands) =>
    commands
      .replaceAll('localhost:3000', new URL(app.url).host)
      .replaceAll('4000', String(receiverPort))
      .replaceAll('localhost:4001', `localhost:${nobody}`)
      .replaceAll('/tmp/', `${folder}/`);
}

async function closeReader(): Promise<void> {
  await terminal.close();
  rmSync(folder, { recursive: true });
}

const paste = (commands: string) => terminal.paste(adapt(commands));
/** Connects to the port, since listening on it would block the receiver. */
const receiverListens = () =>
  until('the receiver listens', async () => {
    (await openConnection(`http://127.0.0.1:${receiverPort}`)).socket.destroy();
    return true;
  });
const printed = (text: string) =>
  until(`"${text}" is printed`, () => terminal.output().includes(text));

describe.each(['README.md', 'docs/quickstart.md'])('%s', (file) => {
  beforeAll(openReader);
  afterAll(closeReader);

  test('the documented commands work when pasted unchanged, from the server’s start to verified webhooks', async () => {
    const blocks = commandsIn(file).filter(({ commands }) => !/^(?:BITCOIN_|npm )/.test(commands));
    for (const { commands } of blocks) {
      await paste(commands);
      if (commands.includes('receiver.mjs &')) await receiverListens();
      if (commands.includes('webhooks/test')) await printed('genuine:');
      if (commands.includes('sandbox/pay')) await printed('payment.detected');
    }
    await until('the payment is confirmed', () => confirmed().size === 1);
    const order = blocks.findIndex(({ commands }) => commands.startsWith('ORDER='));
    for (const { commands } of blocks.slice(order)) await paste(commands);
    await until('pasted again, they make another payment', () => confirmed().size === 2);
    expect(terminal.output()).not.toContain('REFUSED');
    expect(terminal.output()).not.toContain('errors/');
  });
});

function confirmed(): ReadonlySet<string | undefined> {
  const confirmed = /"type":"payment.confirmed","data":{"payment_id":"(pay_\w{22})"/g;
  return new Set([...terminal.output().matchAll(confirmed)].map(([, id]) => id));
}

describe('docs/pagination.md', () => {
  beforeAll(openReader);
  afterAll(closeReader);

  test('the loop in docs/pagination.md prints each payment of the time range once', async () => {
    await paste(`export KEY=$(node -p "JSON.parse(fs.readFileSync('.data/demo.json')).api_key")`);
    const create = `curl -s http://localhost:3000/v1/btc/payments -H "Authorization: Bearer $KEY" \
      -H 'Content-Type: application/json' -d '{"amount_sats": 25000}'`;
    const count = 7;
    for (let made = 0; made < count; made++) await paste(create);
    const [block] = commandsIn('docs/pagination.md');
    // Lists three payments per page, so that the loop reads several pages.
    const commands = (block?.commands ?? '').replaceAll('limit=100', 'limit=3');
    const printed = await paste(commands);
    const ids = [...printed.matchAll(/^(pay_\w{22}) pending/gm)].map(([, id]) => id);
    expect([ids.length, new Set(ids).size]).toEqual([count, count]);
  });
});

describe('docs/webhooks.md', () => {
  beforeAll(openReader);
  afterAll(closeReader);

  test('the loop in docs/webhooks.md prints each event once, and a second run continues after the last event', async () => {
    await paste(`export KEY=$(node -p "JSON.parse(fs.readFileSync('.data/demo.json')).api_key")`);
    const cancelOne = `ID=$(curl -s http://localhost:3000/v1/btc/payments -H "Authorization: Bearer $KEY" \
      -H 'Content-Type: application/json' -d '{"amount_sats": 25000}' | node -p 'JSON.parse(fs.readFileSync(0)).id') && \
      curl -s -o /dev/null -X POST "http://localhost:3000/v1/btc/payments/$ID/cancel" -H "Authorization: Bearer $KEY"`;
    const loop = commandsIn('docs/webhooks.md').find(({ commands }) => /v1\/events/.test(commands));
    const commands = (loop?.commands ?? '').replaceAll('limit=100', 'limit=3');
    const read = async () =>
      [...(await paste(commands)).matchAll(/^(evt_\w{22}) payment\.canceled/gm)].map(
        ([, id]) => id,
      );
    for (let made = 0; made < 7; made++) await paste(cancelOne);
    const first = await read();
    expect([first.length, new Set(first).size]).toEqual([7, 7]);
    expect(await read()).toEqual([]);
    await paste(cancelOne);
    expect(await read()).toHaveLength(1);
  });
});

/** The final state of each recipe's payment, as the page states it. */
const RECIPES: Readonly<Record<string, { status: string; flags: string[] }>> = {
  'Too little, then the rest': { status: 'detected', flags: [] },
  'Too much': { status: 'confirmed', flags: ['overpaid'] },
  'A fee bump': { status: 'detected', flags: [] },
  'A double-spend': { status: 'pending', flags: ['replaced'] },
  'A reorg': { status: 'confirmed', flags: ['reorged'] },
  'Late money': { status: 'detected', flags: ['late'] },
  'An endpoint that is down': { status: 'detected', flags: [] },
};

describe('docs/simulating-failure.md', () => {
  const blocks = commandsIn('docs/simulating-failure.md');
  const beginning = blocks.filter(({ heading }) => !heading);
  const recipes = blocks.filter(({ heading }) => heading);
  beforeAll(openReader);
  afterAll(closeReader);

  test.each(recipes)(
    'in docs/simulating-failure.md, the commands of “$heading” end in the documented status',
    async ({ heading, commands }) => {
      for (const block of beginning) await paste(block.commands);
      const printed = await paste(commands);
      expect(printed).not.toContain('errors/');
      await until(`the payment is ${JSON.stringify(RECIPES[heading])}`, async () => {
        const { status, flags } = JSON.parse(await paste('call "btc/payments/$PAYMENT"'));
        expect({ status, flags }).toEqual(RECIPES[heading]);
        return true;
      });
      const { status, flags = [] } = RECIPES[heading] ?? {};
      expect(await paste('show')).toBe(`${[status, ...flags].join(', ')}\n`);
    },
  );
});
