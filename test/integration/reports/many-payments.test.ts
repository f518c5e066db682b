import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { payment } from '@/db/schema/payments';
import { changeMerchantSetting } from '@/lib/accounts/change-merchant-setting';
import type { Member } from '@/lib/domain/actor';
import type { Currency } from '@/lib/domain/currency';
import { parsePeriod, type ReportPeriod } from '@/lib/domain/report-period';
import { readReport } from '@/lib/payments/views/report';
import { createTestActor } from '@/test/support/actor';
import { createTestApi } from '@/test/support/api';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';

const base = await openForTestFile(createTestDatabase());
const { db } = base;
const api = createTestApi(base);
const NOW = new Date('2026-12-31T13:00:00Z');
const PAYMENTS = 100_000;
/** The ratio is about 10 on an idle processor, and over 100 with a plan that uses no index. */
const MAX_RATIO = 40;
const TENTH = '2026-01-01_2026-02-03';
const WHOLE = '2026';
const SAMPLE_BYTES = 256 * 1024;
let owner: Member;

beforeAll(async () => {
  const key = await createTestKey(db);
  owner = await createTestActor(db, key.merchantId, 'owner');
  await changeMerchantSetting(db, owner, 'displayCurrency', 'EUR' as Currency, NOW);
  await db.execute(sql`
    insert into payment (id, checkout_id, api_key_id, network, address, script, holds_address,
      amount_sats, price, tolerance_ppm, required_sats, required_confirmations, status,
      received_sats, created_at, expires_at, updated_at, confirmed_at)
    select 'pay_' || n, 'co_' || n, ${key.id}, 'regtest', 'address ' || n, md5(n::text), false,
      1000 + n, case when n % 2 = 0 then json_build_object('amount', '12.34', 'currency', 'EUR',
        'rate', '50000', 'source', 'coinbase, kraken', 'quotedAt', at, 'spreadPpm', 0) end,
      0, 1000 + n, 1, 'confirmed', 1000 + n, at, at, at, at
    from generate_series(1, ${PAYMENTS}::int) n
    cross join lateral (
      select '2026-01-01T00:00:00Z'::timestamptz + n * interval '5 minutes' as at) moment`);
  await db.execute(sql`
    insert into confirmation_rate (payment_id, currency, confirmed_at, wanted, rate, source, quoted_at)
    select id, 'EUR', confirmed_at, false, '50000', 'kraken', confirmed_at from payment`);
  await db.execute(sql`
    insert into refund (id, payment_id, api_key_id, network, amount_sats, asked_sats,
      required_confirmations, status, txid, vout, fee_sats, created_at, updated_at, sent_at)
    select 'ref_' || id, id, api_key_id, network, 500, '{}', 1, 'sent', id, 0, 100, confirmed_at, confirmed_at,
      confirmed_at + interval '1 day'
    from payment where id like '%7' and status = 'confirmed'`);
  await db.execute(sql`vacuum analyze`);
}, 120_000);

test('the report of a year with 100,000 payments takes at most 40 times as long as one SQL sum', async () => {
  const period = parsePeriod('2026') as ReportPeriod;
  const report = () => readReport(db, owner, { period, timeZone: 'Europe/Berlin' }, NOW);
  const plain = () =>
    db.execute(sql`select sum(received_sats), sum(trunc((price ->> 'amount')::numeric * 100))
      from ${payment} where status = 'confirmed' and confirmed_at >= '2026-01-01'`);
  const times = { report: Number.POSITIVE_INFINITY, plain: Number.POSITIVE_INFINITY };
  for (let round = 0; round < 5; round += 1) {
    for (const [name, run] of Object.entries({ report, plain })) {
      const start = performance.now();
      await run();
      const took = performance.now() - start;
      times[name as keyof typeof times] = Math.min(times[name as keyof typeof times], took);
    }
  }
  const { total } = await report();
  expect([total.payments, total.refunds]).toEqual([PAYMENTS, PAYMENTS / 10]);
  expect(times.report / times.plain).toBeLessThan(MAX_RATIO);
});

function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** The largest memory growth while the file is read, in bytes. */
async function growthOf(format: string, period: string) {
  const before = heldBytes();
  const path = `/api/dashboard/reports/file?period=${period}&format=${format}`;
  const { stream } = await api.open({ path, as: owner });
  if (!stream) throw new Error('a file is a stream');
  let most = heldBytes();
  let bytes = 0;
  for await (const chunk of stream) {
    const sample = Math.floor(bytes / SAMPLE_BYTES);
    bytes += chunk.length;
    if (Math.floor(bytes / SAMPLE_BYTES) > sample) most = Math.max(most, heldBytes());
  }
  return { growth: most - before, bytes };
}

test.each(['csv', 'csv-semicolon', 'xlsx'])(
  'a download of 100,000 payments as %s uses less memory than half of the file’s size',
  { timeout: 120_000 },
  async (format) => {
    await growthOf(format, TENTH);
    const before = await growthOf(format, TENTH);
    const whole = await growthOf(format, WHOLE);
    const after = await growthOf(format, TENTH);
    expect(whole.bytes / after.bytes).toBeGreaterThan(9);
    const small = Math.max(before.growth, after.growth);
    // Subtracts the memory that even a small file needs.
    expect(whole.growth - small).toBeLessThan(whole.bytes / 2);
  },
);
