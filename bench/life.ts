import { sql } from 'drizzle-orm';
import { createBitcoindSource } from '@/lib/chain/bitcoind';
import { toSats } from '@/lib/domain/sats';
import { paymentAnswer } from '@/lib/http/answers/payment';
import { rememberAnswer } from '@/lib/http/idempotency';
import { createLogger } from '@/lib/log';
import { createPayment } from '@/lib/payments/create-payment';
import type { PaymentRow } from '@/lib/payments/payment-row';
import { syncChain } from '@/lib/payments/sync-chain';
import { dispatchDue } from '@/lib/webhooks/dispatch';
import { createTestKey, type TestKey, testVault } from '@/test/support/factories';
import type { TestDatabase } from '@/test/support/new-database';
import { type BenchNode, startNode } from './chain/node';
import type { Bench, BenchContext, Measurement } from './support/bench';
import { script, startServer } from './support/processes';
import { spreadOf } from './support/spread';

const APP_URL = new URL('https://pay.example');

/**
 * What a payment leaves behind after it was created with a key, paid, confirmed and announced
 * twice.
 */
export const life: Bench = {
  name: 'life',
  about: 'disk and write-ahead log of a payment, from its creation to its second webhook',
  async run(context) {
    const receiver = await startServer({
      args: (port) => script('bench/deliveries/receiver-process.ts', String(port)),
      ready: '/',
    });
    const node = await startNode(context.seed);
    const base = await context.place.database();
    const count = context.tiny ? 50 : 5_000;
    const before = await walBytes(base);
    const settledMs = await live(context, base, node, `${receiver.url}/hooks`, count);
    const wal = (await walBytes(base)) - before;
    const tables = await tableSizes(base);
    await base.drop();
    await Promise.all([node.stop(), receiver.stop()]);
    return [settled(settledMs, count), ...report(tables, wal, count)];
  },
};

/** @returns how long the block that confirmed all of them took, in ms */
async function live(
  { seed }: BenchContext,
  base: TestDatabase,
  node: BenchNode,
  url: string,
  count: number,
): Promise<number> {
  const { db } = base;
  const key = await createTestKey(db);
  const source = createBitcoindSource('regtest', new URL(node.url));
  const clock = () => new Date();
  const sync = () => syncChain(base.database, 'regtest', source, clock);
  const log = createLogger('silent');
  await sync();
  for (let n = 0; n < count; n += 1) await createOne(base, key, url, `${seed}-${n}`, source);
  const rows = await db.execute<{ script: string }>(sql`select script from payment`);
  const scripts = rows.map((row) => row.script);
  const policy = { allowPrivate: true };
  // One transaction each: payments seldom share a transaction.
  for (const pay of scripts) await node.fill(1, [pay]);
  await sync();
  await dispatchDue({ db, vault: testVault, policy, log }, clock);
  await node.mine(1, scripts);
  const began = performance.now();
  await sync();
  const ms = performance.now() - began;
  await dispatchDue({ db, vault: testVault, policy, log }, clock);
  return ms;
}

function settled(ms: number, count: number): Measurement {
  return {
    what: `a block that confirms ${count.toLocaleString('en')} payments, with their events`,
    unit: 'ms',
    value: spreadOf([ms]),
  };
}

async function createOne(
  { db }: TestDatabase,
  { actor }: TestKey,
  webhookUrl: string,
  name: string,
  source: ReturnType<typeof createBitcoindSource>,
): Promise<void> {
  const sources = new Map([['regtest', source] as const]);
  const deps = { db, sources, policy: { allowPrivate: true } };
  const request = {
    amount: toSats(50_000),
    tolerancePpm: 0,
    requiredConfirmations: 1,
    expiresInSeconds: 3_600,
    webhookUrl,
    destinationAddress: null,
    reference: `order-${name}`,
  };
  const { apiKeyId } = actor;
  const claim = { apiKeyId, route: 'POST /v1/btc/payments', key: name, bodyHash: 'f'.repeat(64) };
  const now = new Date();
  const answerOf = (row: PaymentRow) => ({
    status: 201,
    body: JSON.stringify(paymentAnswer({ row, chainHeight: null }, APP_URL)),
    location: `${APP_URL}v1/btc/payments/${row.id}`,
  });
  const remember = rememberAnswer(claim, now, answerOf);
  await createPayment(deps, actor, apiKeyId, request, now, [remember]);
}

async function walBytes({ db }: TestDatabase): Promise<number> {
  const [row] = await db.execute<{ bytes: string }>(
    sql`select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text as bytes`,
  );
  return Number(row?.bytes);
}

interface TableSize {
  readonly name: string;
  readonly heap: number;
  readonly indexes: number;
}

async function tableSizes({ db }: TestDatabase): Promise<TableSize[]> {
  await db.execute('vacuum full analyze');
  const rows = await db.execute<{ name: string; heap: string; indexes: string }>(sql`
    select relname as name, pg_table_size(oid)::text as heap, pg_indexes_size(oid)::text as indexes
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
    order by pg_total_relation_size(oid) desc`);
  return rows.map(({ name, heap, indexes }) => ({
    name,
    heap: Number(heap),
    indexes: Number(indexes),
  }));
}

function report(tables: readonly TableSize[], wal: number, count: number): Measurement[] {
  const all = tables.reduce((sum, { heap, indexes }) => sum + heap + indexes, 0);
  const bytes = (what: string, value: number) => ({
    what,
    unit: 'bytes a payment',
    value: spreadOf([value / count]),
  });
  return [
    bytes('disk, all tables with their indexes', all),
    bytes('write-ahead log', wal),
    ...tables
      .slice(0, 8)
      .flatMap(({ name, heap, indexes }) => [
        bytes(`${name}, its rows`, heap),
        bytes(`${name}, its indexes`, indexes),
      ]),
  ];
}
