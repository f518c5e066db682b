import { beforeAll, expect, test } from 'vitest';
import { changeMerchantSetting } from '@/lib/accounts/change-merchant-setting';
import type { Member } from '@/lib/domain/actor';
import type { Currency } from '@/lib/domain/currency';
import type { CalendarMonth } from '@/lib/domain/local-days';
import { parsePeriod, type ReportPeriod } from '@/lib/domain/report-period';
import { type BookEntry, exportBooks } from '@/lib/payments/views/export-books';
import { readMonth } from '@/lib/payments/views/month';
import { readReport } from '@/lib/payments/views/report';
import { createTestActor } from '@/test/support/actor';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { seededRandom } from '@/test/support/random';
import {
  type HistoryRefund,
  type PaymentHistory,
  randomPaymentHistory,
  storePaymentHistories,
} from '@/test/support/random-lives';

const LIVES = 2_000;
/** All zones but Kathmandu change their clocks, at different times. */
const ZONES = [
  ...['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'America/Santiago'],
  ...['Asia/Kathmandu', 'Pacific/Auckland'],
];
const NOW = new Date('2027-01-01T12:00:00Z');
const FROM = Date.parse('2026-01-01T00:00:00Z');
const TO = Date.parse('2026-12-31T23:59:59Z');

const base = await openForTestFile(createTestDatabase());
const lives: PaymentHistory[] = [];
let owner: Member;

beforeAll(async () => {
  const key = await createTestKey(base.db);
  const stranger = await createTestKey(base.db);
  owner = await createTestActor(base.db, key.merchantId, 'owner');
  const random = seededRandom('reports');
  for (let nth = 0; nth < LIVES; nth += 1) lives.push(randomPaymentHistory(random, FROM, TO));
  await storePaymentHistories(base.db, key, lives);
  await storePaymentHistories(base.db, stranger, [randomPaymentHistory(random, FROM, TO)]);
}, 120_000);

interface Line {
  readonly at: number;
  readonly sats: bigint;
  readonly cents: bigint | null;
  readonly fee: bigint;
  readonly feeCents: bigint;
}

/** The expected entries, by plain arithmetic that shares no code with the report. */
function linesOf(life: PaymentHistory, currency: string | null): { in: Line[]; out: Line[] } {
  const sent = life.refunds.filter(({ status }) => status === 'sent' || status === 'confirmed');
  const back = sent.reduce((sum, { sats }) => sum + sats, 0);
  const inBlocks = life.received - life.waiting;
  const owed = Math.max(0, undecided(life, inBlocks) - back);
  const kept = inBlocks - owed;
  const sentTimes = sent.map(({ sentAt }) => sentAt ?? 0).sort((a, b) => a - b);
  const at = life.status === 'confirmed' ? life.confirmedAt : (life.acceptedAt ?? sentTimes[0]);
  const counts = kept > 0 && at !== null && at !== undefined;
  const none = { fee: 0n, feeCents: 0n };
  const out = sent.map((one) => ({
    ...{ at: one.sentAt ?? 0, sats: BigInt(one.sats), cents: refundCents(one, life, currency) },
    fee: BigInt(one.feeSats ?? 0),
    feeCents: one.feeSats === null ? 0n : (cents(one.feeSats, life, currency) ?? 0n),
  }));
  const income = { at: at ?? 0, sats: BigInt(kept), cents: cents(kept, life, currency), ...none };
  return { in: counts ? [income] : [], out };
}

function undecided(
  { status, flags, done, asked, acceptedAt }: PaymentHistory,
  inBlocks: number,
): number {
  if (acceptedAt !== null) return 0;
  if (status !== 'confirmed') return inBlocks;
  const open = flags.filter((flag) => !(done as readonly string[]).includes(flag));
  if (open.includes('late')) return inBlocks;
  return open.includes('overpaid') && inBlocks > asked ? inBlocks - asked : 0;
}

function refundCents(
  { price, sats }: HistoryRefund,
  life: PaymentHistory,
  currency: string | null,
) {
  if (currency === null) return null;
  return price?.currency === currency ? inCents(price.amount) : cents(sats, life, currency);
}

function cents(sats: number, { price, asked, rate }: PaymentHistory, currency: string | null) {
  if (currency === null) return null;
  if (price?.currency === currency)
    return halfUp(BigInt(sats) * inCents(price.amount), BigInt(asked));
  if (rate === null || currency !== 'EUR') return null;
  const [whole = '', fraction = ''] = rate.split('.');
  const scaled = BigInt(whole + fraction);
  return halfUp(BigInt(sats) * scaled * 100n, 10n ** BigInt(8 + fraction.length));
}

const inCents = (amount: string) => BigInt(Math.round(Number(amount) * 100));
const halfUp = (top: bigint, bottom: bigint) => (2n * top + bottom) / (2n * bottom);

const dayIn = (zone: string) => {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone });
  return (at: number) => format.format(new Date(at));
};

interface Sums {
  payments: number;
  refunds: number;
  gross: [bigint, bigint];
  refunded: [bigint, bigint];
  fees: [bigint, bigint];
  withoutRate: number;
}

function expectedDays(zone: string, currency: string | null, { first, last }: ReportPeriod) {
  const dayOf = dayIn(zone);
  const days = new Map<string, Sums>();
  const of = (at: number): Sums | undefined => {
    const day = dayOf(at);
    if (day < first || day > last) return undefined;
    const empty = { payments: 0, refunds: 0, withoutRate: 0 };
    const zero = () => [0n, 0n] as [bigint, bigint];
    const sums = days.get(day) ?? { ...empty, gross: zero(), refunded: zero(), fees: zero() };
    days.set(day, sums);
    return sums;
  };
  const add = (sum: [bigint, bigint], sats: bigint, worth: bigint) => {
    sum[0] += sats;
    sum[1] += worth;
  };
  for (const life of lives) {
    const lines = linesOf(life, currency);
    for (const [name, count] of [
      ['in', 'payments'],
      ['out', 'refunds'],
    ] as const) {
      for (const line of lines[name]) {
        const sums = of(line.at);
        if (!sums) continue;
        sums[count] += 1;
        add(name === 'in' ? sums.gross : sums.refunded, line.sats, line.cents ?? 0n);
        add(sums.fees, line.fee, line.feeCents);
        if (currency !== null && line.cents === null) sums.withoutRate += 1;
      }
    }
  }
  return days;
}

const units = (amount: string | null) => BigInt((amount ?? '0').replace('.', ''));
const pair = ({ sats, amount }: { sats: number; amount: string | null }): [bigint, bigint] => [
  BigInt(sats),
  units(amount),
];

const PERIODS = ['2026', '2026-03', '2026-10', '2026-q2', '2026-03-08_2026-04-05'];
const cases = ZONES.flatMap((zone) => PERIODS.map((name) => [zone, name] as const));

test.each(cases)(
  'in the time zone %s, the report’s sums for %s equal an independent calculation',
  async (zone, name) => {
    for (const currency of ['EUR', null]) {
      await changeMerchantSetting(
        base.db,
        owner,
        'displayCurrency',
        currency as Currency | null,
        NOW,
      );
      const period = parsePeriod(name) as ReportPeriod;
      const report = await readReport(base.db, owner, { period, timeZone: zone }, NOW);
      const expected = expectedDays(zone, currency, period);
      const found = report.days.map((day) => [
        day.day,
        {
          ...{ payments: day.payments, refunds: day.refunds, withoutRate: day.withoutRate },
          ...{ gross: pair(day.gross), refunded: pair(day.refunded), fees: pair(day.fees) },
        },
      ]);
      expect(found).toEqual([...expected].sort(([a], [b]) => (a < b ? -1 : 1)));
      const sum = (of: (sums: Sums) => bigint) =>
        [...expected.values()].reduce((total, sums) => total + of(sums), 0n);
      expect(pair(report.total.net)).toEqual([
        sum(({ gross, refunded }) => gross[0] - refunded[0]),
        sum(({ gross, refunded }) => gross[1] - refunded[1]),
      ]);
    }
  },
);

test('a day’s earnings on Home equal the net amount of the day’s report', async () => {
  await changeMerchantSetting(base.db, owner, 'displayCurrency', 'EUR' as Currency, NOW);
  for (const timeZone of ZONES) {
    for (const name of ['2026-03', '2026-11'] as CalendarMonth[]) {
      const month = await readMonth(base.db, owner, { month: name, timeZone }, NOW);
      const period = parsePeriod(name) as ReportPeriod;
      const report = await readReport(base.db, owner, { period, timeZone }, NOW);
      const net = new Map(report.days.map((day) => [Number(day.day.slice(8)), day.net]));
      const days = month.days.map(({ sats, volume }) => [sats, units(volume?.amount ?? '0')]);
      expect(days).toEqual(
        month.days.map((_, nth) => {
          const of = net.get(nth + 1);
          return [of?.sats ?? 0, units(of?.amount ?? '0')];
        }),
      );
      expect(month.earned.volume?.amount).toBe(report.total.net.amount);
    }
  }
});

test('the entries of the downloaded report add up to its sums, in total and per day', async () => {
  await changeMerchantSetting(base.db, owner, 'displayCurrency', 'EUR' as Currency, NOW);
  const period = parsePeriod('2026') as ReportPeriod;
  const request = { period, timeZone: 'Europe/Berlin' };
  const { total, days } = await readReport(base.db, owner, request, NOW);
  const entries: BookEntry[] = [];
  const actor = { ...owner, factorAt: NOW };
  const asked = { ...request, currency: 'EUR' as Currency };
  await exportBooks(base.db, actor, asked, NOW, async (part) => {
    entries.push(...part);
  });
  const net = entries.reduce((sum, { amount }) => sum + units(amount), 0n);
  expect([net, entries.length]).toEqual([units(total.net.amount), total.payments + total.refunds]);
  const byDay = new Map<string, number>();
  for (const { day } of entries) byDay.set(day, (byDay.get(day) ?? 0) + 1);
  expect([...byDay]).toEqual(days.map(({ day, payments, refunds }) => [day, payments + refunds]));
  expect(entries.filter(({ amount }) => amount === null)).toHaveLength(total.withoutRate);
});
