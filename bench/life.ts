import { sql } from 'drizzle-orm';
import { createBitcoindSource } from '@/lib/chain/sources/node/bitcoind';
import { toSats } from '@/lib/domain/sats';
import { createLogger } from '@/lib/log';
import { createPaymentOnce } from '@/lib/payments/create-payment';
import { NewPaymentSignal } from '@/lib/payments/new-payment-signal';
import { syncChain } from '@/lib/payments/sync-chain';
import { dispatchDue } from '@/lib/webhooks/delivery/dispatch';
import { createTestKey, type TestKey, testVault } from '@/test/support/factories';
import { fixedRates } from '@/test/support/fixed-rates';
import type { TestDatabase } from '@/test/support/new-database';
import { type BenchNode, startNode } from './chain/node';
import type { Bench, BenchContext, Measurement } from './support/bench';
import { startServer, tsxArgs } from './support/processes';
import { toSpread } from './support/spread';

const MIN_OF_DISK = 0.01;

export const paymentLifeBench: Bench = {
  name: 'life',
  about: 'disk and write-ahead log of a payment, from its creation to its second webhook',
  async run(context) {
    const receiver = await startServer({
      args: (port) => tsxArgs('bench/deliveries/receiver-process.ts', String(port)),
      ready: '/',
    });
    const node = await startNode(context.seed);
    const base = await context.place.database();
    const count = context.tiny ? 50 : 5_000;
    const [before, first] = [await walBytes(base), await transactions(base)];
    const settledMs = await live(context, base, node, `${receiver.url}/hooks`, count);
    const wal = (await walBytes(base)) - before;
    const commits = (await transactions(base)) - first;
    const tables = await tableSizes(base);
    await base.drop();
    await Promise.all([node.stop(), receiver.stop()]);
    return [settled(settledMs, count), ...report(tables, { wal, commits }, count)];
  },
};

/** Returns the duration in ms of the blocks that confirmed all payments. */
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
  const sending = { db, vault: testVault, policy: { allowPrivate: true }, log };
  // Each payment gets its own transaction, because in practice payments seldom share one.
  for (const pay of scripts) await node.fill(1, [pay]);
  await sync();
  await dispatchDue(sending, clock);
  await node.confirm();
  const began = performance.now();
  await sync();
  const ms = performance.now() - began;
  await dispatchDue(sending, clock);
  await checkLife(db, count);
  return ms;
}

/** Checks that each payment was confirmed and both of its webhooks were sent. */
async function checkLife(db: TestDatabase['db'], count: number): Promise<void> {
  const [row] = await db.execute<{ outputs: string; confirmed: string; delivered: string }>(sql`
    select (select count(*) from output)::text as outputs,
      (select count(*) from payment where status = 'confirmed')::text as confirmed,
      (select count(*) from delivery where status = 'delivered')::text as delivered`);
  const found = [row?.outputs, row?.confirmed, row?.delivered].map(Number);
  if (found.join() !== [count, count, 2 * count].join()) {
    throw new Error(`${found.join(', ')} outputs, confirmed payments and deliveries for ${count}`);
  }
}

function settled(ms: number, count: number): Measurement {
  return {
    what: `confirming one of ${count.toLocaleString('en')} payments in a block, with its event`,
    unit: 'ms',
    value: toSpread([ms / count]),
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
  const policy = { allowPrivate: true };
  const deps = { db, sources, newPayments: new NewPaymentSignal(), rates: fixedRates(db), policy };
  const request = {
    amount: toSats(50_000),
    tolerancePpm: 0,
    requiredConfirmations: 1,
    expiresInSeconds: 3_600,
    webhookUrl,
    destinationAddress: null,
    reference: `order-${name}`,
    extra: null,
  };
  const { apiKeyId } = actor;
  const claim = { apiKeyId, route: 'POST /v1/btc/payments', key: name, bodyHash: 'f'.repeat(64) };
  await createPaymentOnce(deps, actor, request, claim, new Date());
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

/** Returns the number of transactions that have written something so far. */
async function transactions({ db }: TestDatabase): Promise<number> {
  const [row] = await db.execute<{ next: string }>(
    sql`select pg_snapshot_xmax(pg_current_snapshot())::text as next`,
  );
  return Number(row?.next);
}

function report(
  tables: readonly TableSize[],
  { wal, commits }: { readonly wal: number; readonly commits: number },
  count: number,
): Measurement[] {
  const all = tables.reduce((sum, { heap, indexes }) => sum + heap + indexes, 0);
  const bytes = (what: string, value: number) => ({
    what,
    unit: 'bytes a payment',
    value: toSpread([value / count]),
  });
  return [
    bytes('disk space of all tables, with their indexes', all),
    bytes('write-ahead log', wal),
    {
      what: 'commits, when payments are created one by one',
      unit: 'a payment',
      value: toSpread([commits / count]),
    },
    ...tables
      .filter(({ heap, indexes }) => heap + indexes > MIN_OF_DISK * all)
      .map(({ name, heap, indexes }) => bytes(`disk space of \`${name}\``, heap + indexes)),
  ];
}
