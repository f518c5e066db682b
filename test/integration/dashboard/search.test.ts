import { randomBytes } from 'node:crypto';
import { asc, desc, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '@/db/schema/chain';
import { output, payment } from '@/db/schema/payments';
import { scriptToAddress } from '@/lib/bitcoin/address';
import type { Currency } from '@/lib/domain/currency';
import { toSats } from '@/lib/domain/sats';
import { withSeal } from '@/lib/keys/seal';
import { insertExtras, NO_EXTRA } from '@/lib/payments/payment-extra';
import { newPaymentRow, type PaymentRow as Row } from '@/lib/payments/payment-row';
import { type PaymentFilter, paymentCondition } from '@/lib/payments/views/payment-filter';
import { searchPayments } from '@/lib/payments/views/search-payments';
import { createTestActor } from '@/test/support/actor';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey, type TestKey } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { PLAIN_TERMS } from '@/test/support/plain-terms';

const START = Date.parse('2026-03-01T00:00:00Z');
const made: Row[] = [];
const ONE = { limit: 1, offset: 0 };

const base = await openForTestFile(createTestDatabase());
const first = await createTestKey(base.db, { name: 'Shop' });
const second = await createTestKey(base.db, { merchantId: first.merchantId, network: 'testnet4' });
const foreign = await createTestKey(base.db);
const actor = await createTestActor(base.db, first.merchantId, 'viewer');

beforeAll(async () => {
  for (let i = 0; i < 30; i += 1) await add(i % 2 ? second : first, i);
  await add(foreign, 30, { reference: 'Order 7' });
});

async function add(key: TestKey, minute: number, fields: Partial<Row> = {}): Promise<Row> {
  const now = new Date(START + minute * 60_000);
  const script = `0014${randomBytes(20).toString('hex')}`;
  const destination = {
    address: scriptToAddress(script, key.network) ?? '',
    script,
    walletId: null,
    derivationIndex: null,
    watchFromHeight: 0,
    watchAfterHash: null,
  };
  const terms = {
    ...PLAIN_TERMS,
    amount: toSats(1_000 * (minute + 1)),
    reference: `Order ${minute}`,
  };
  const row = { ...newPaymentRow(key.actor, terms, destination, now), ...fields };
  await base.db.insert(payment).values(withSeal('payment', row));
  if (key !== foreign) made.push(row);
  return row;
}

async function search(filter: PaymentFilter, page = { limit: 100, offset: 0 }) {
  const { payments, total } = await searchPayments(base.db, actor, filter, page);
  const rows = payments.map(({ row }) => row);
  return { rows, total, references: rows.map(({ reference }) => reference) };
}

describe('the scope of a search', () => {
  it('a search covers all keys of the merchant, and no payment of another merchant', async () => {
    const { rows, total } = await search({});
    expect(total).toBe(made.length);
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(made.map(({ id }) => id)));
  });

  it('a search for an API key, payment id or address of another merchant finds nothing', async () => {
    expect(await search({ apiKeyId: foreign.id })).toMatchObject({ rows: [], total: 0 });
    const theirs = await add(foreign, 31);
    for (const text of [theirs.id, theirs.address]) {
      expect((await search({ text })).total).toBe(0);
    }
  });
});

describe('order and pages', () => {
  it('a search over all keys returns the newest payments first, and every page has the total', async () => {
    const seen: Row[] = [];
    for (let offset = 0; offset < 40; offset += 7) {
      const page = await search({}, { limit: 7, offset });
      expect(page.total).toBe(made.length);
      seen.push(...page.rows);
    }
    const sorted = [...made].sort(
      (a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? -1 : 1),
    );
    expect(seen.map(({ id }) => id)).toEqual(sorted.map(({ id }) => id));
  });

  it('a page beyond the last page of a search still has the total', async () => {
    const beyond = await search({}, { limit: 10, offset: 500 });
    expect(beyond).toMatchObject({ rows: [], total: made.length });
  });
});

describe('filters', () => {
  it('a search can combine the filters for key, network, amount and time', async () => {
    expect((await search({ apiKeyId: second.id })).total).toBe(15);
    expect((await search({ network: 'testnet4' })).total).toBe(15);
    expect((await search({ minSats: 5_000, maxSats: 6_000 })).references.sort()).toEqual([
      'Order 4',
      'Order 5',
    ]);
    const from = new Date(START + 10 * 60_000);
    const before = new Date(START + 13 * 60_000);
    expect((await search({ from, before })).references).toEqual([
      'Order 12',
      'Order 11',
      'Order 10',
    ]);
    expect((await search({ from, before, network: 'testnet4' })).references).toEqual(['Order 11']);
  });

  it('a search can combine statuses and flags, and `verified` and `unverified` work as in the API', async () => {
    await add(first, 40, { status: 'confirmed', flags: ['overpaid', 'late'] });
    await add(first, 41, { status: 'detected', flags: ['reorged'] });
    await add(first, 42, { status: 'expired' });
    expect((await search({ statuses: ['confirmed', 'detected'] })).references).toEqual([
      'Order 41',
      'Order 40',
    ]);
    expect((await search({ flags: ['late', 'reorged'] })).total).toBe(2);
    expect((await search({ filter: 'verified' })).references).toEqual(['Order 40']);
    expect((await search({ filter: 'unverified' })).total).toBe(made.length - 1);
  });
});

describe('text', () => {
  it('a search finds part of a reference in any case, and treats LIKE wildcards as plain text', async () => {
    await add(first, 50, { reference: '100% of_it\\' });
    expect((await search({ text: 'ORDER 2' })).references).toContain('Order 27');
    expect((await search({ text: '100%' })).total).toBe(1);
    expect((await search({ text: 'f_it\\' })).total).toBe(1);
    expect((await search({ text: '%' })).total).toBe(1);
    expect((await search({ text: '_rder' })).total).toBe(0);
  });

  it('a search finds a payment by its id, a prefix of the id, or its address', async () => {
    const { id, address } = await add(first, 51);
    for (const text of [id, id.slice(0, 14), address, address.toUpperCase(), ` ${address} `]) {
      expect((await search({ text })).rows.map((row) => row.id)).toContain(id);
    }
    expect((await search({ text: `bitcoin:${address}?amount=1` })).total).toBe(1);
  });

  it('a search finds a payment by a prefix of any of its transaction ids, including replaced transactions', async () => {
    const row = await add(first, 52);
    const [older, newer] = ['ab12'.repeat(16), 'cd34'.repeat(16)];
    for (const txid of [older, newer]) {
      const seen = { network: row.network, txid, firstSeenAt: new Date(), spends: [] };
      await base.db.insert(transaction).values({ ...seen, gone: txid === older });
      const paid = { network: row.network, txid, vout: 0, sats: toSats(1) };
      await base.db.insert(output).values({ ...paid, paymentId: row.id });
    }
    for (const text of [older, newer, newer.slice(0, 6), older.toUpperCase().slice(0, 8)]) {
      expect((await search({ text })).rows.map(({ id }) => id)).toEqual([row.id]);
    }
  });

  it('a search finds a payment by its price in any notation, with or without the currency', async () => {
    const priced = (minute: number, amount: string, currency: string) =>
      add(first, minute, {
        reference: `${amount} to ${currency}`,
        price: {
          ...{ amount, currency: currency as Currency, rate: '50000', source: 'fixed' },
          ...{ quotedAt: new Date(START).toISOString(), spreadPpm: 0 },
        },
      });
    await priced(53, '49.9', 'EUR');
    await priced(54, '49.90', 'USD');
    await priced(55, '1234.56', 'EUR');
    const euros = ['49.9 to EUR'];
    for (const text of ['49.90 EUR', 'EUR 49,9', '€49.90', '49,90 €', 'eur49.90']) {
      expect([text, (await search({ text })).references]).toEqual([text, euros]);
    }
    expect((await search({ text: '$49.90' })).references).toEqual(['49.90 to USD']);
    expect((await search({ text: '49,90' })).references).toEqual(['49.90 to USD', ...euros]);
    for (const text of ['1.234,56', '1,234.56', '1 234,56', '1234.56 EUR']) {
      expect([text, (await search({ text })).references]).toEqual([text, ['1234.56 to EUR']]);
    }
    expect((await search({ text: '49.91 EUR' })).total).toBe(0);
    const others = { ...first.actor, kind: 'key' as const, apiKeyId: foreign.id };
    const theirs = await searchPayments(base.db, others, { text: '49.90 EUR' }, ONE);
    expect(theirs.total).toBe(0);
  });

  it('a search for an order number also works with a word or # before the number', async () => {
    await add(first, 58, { reference: '4711' });
    await add(first, 59, { reference: 'Order 4711' });
    await add(first, 60, { reference: 'Order #4711' });
    const both = ['Order #4711', 'Order 4711'];
    expect((await search({ text: '#4711' })).references).toEqual([...both, '4711']);
    for (const text of ['Order 4711', 'order #4711', 'Order  4711']) {
      expect([text, (await search({ text })).references]).toEqual([text, [...both, '4711']]);
    }
    expect((await search({ text: 'Bestellung 4711' })).references).toEqual(['4711']);
    await add(first, 61, { reference: '#4712' });
    expect((await search({ text: 'Order 4712' })).references).toEqual(['#4712']);
    expect((await search({ text: '#' })).total).toBe(0);
  });

  it('a search finds a payment by words of its description and of the customer’s note', async () => {
    const { id } = await add(first, 61, { reference: null });
    await insertExtras(base.db, [
      {
        ...{ ...NO_EXTRA, paymentId: id },
        ...{ description: 'Two shirts, blue', payerNote: 'Für Zoë' },
        customer: null,
      },
    ]);
    for (const text of ['blue shirts', 'shir', 'zoë']) {
      expect([text, (await search({ text })).rows.map((row) => row.id)]).toEqual([text, [id]]);
    }
  });

  it('a search for a number that could be a price also finds references that contain it', async () => {
    await add(first, 56, { reference: 'Invoice 2026.15' });
    expect((await search({ text: '2026.15' })).references).toEqual(['Invoice 2026.15']);
  });

  it('a search for text that looks like a price, such as R12, also finds references with that text', async () => {
    await add(first, 57, { reference: 'R12' });
    expect((await search({ text: 'R12' })).references).toEqual(['R12']);
  });
});

it('a search for a price with a currency uses the database index', async () => {
  await base.db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    const condition = paymentCondition(tx, actor, { text: '€49.90' });
    const plan = await tx.execute(sql`explain select * from ${payment} where ${condition}`);
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('payment_price_amount');
  });
});

it('the newest payments of a key are read from the index, without sorting all of them', async () => {
  await base.db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    const plan = await tx.execute(sql`
      explain select * from ${payment} where api_key_id = ${first.id}
      order by ${desc(payment.createdAt)}, ${asc(payment.id)} limit 5`);
    const lines = plan.map((row) => row['QUERY PLAN']).join('\n');
    expect(lines).toContain('payment_list');
    expect(lines).not.toContain('Sort');
  });
});
