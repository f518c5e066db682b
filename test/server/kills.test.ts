import { beforeAll, describe, expect, it } from 'vitest';
import { audit } from '@/test/crash/audit';
import { damageRefundEvidence } from '@/test/crash/damage-refund-evidence';
import type { Evidence } from '@/test/crash/evidence';
import type { Fault } from '@/test/crash/findings';
import { formatReport } from '@/test/crash/report';
import { type RunBounds, runCrashTest } from '@/test/crash/run';

const { SEED = '1', KILLS } = process.env;

/** A fixed plan, unless SEED sets another. */
const boundsOf = (servers: 1 | 2): RunBounds => ({
  seed: SEED,
  servers,
  kills: Number(KILLS ?? 12),
  log: () => {},
});

/** A change to the evidence, and the fault that the check must find in it. */
type Damage = readonly [Fault, Partial<Evidence>];

const LONG = { timeout: KILLS ? 0 : 600_000 };

async function runWith(servers: 1 | 2): Promise<Evidence> {
  const bounds = boundsOf(servers);
  const result = await runCrashTest(bounds);
  if (result.findings.count > 0) throw new Error(formatReport(bounds, result));
  if (KILLS) process.stdout.write(`${formatReport(bounds, result)}\n`);
  return result.evidence;
}

describe('killing servers, database and node with kill -9 under load', () => {
  let evidence: Evidence;
  beforeAll(async () => {
    evidence = await runWith(1);
  }, LONG.timeout);

  it('with one server, kill -9 under load neither loses nor duplicates nor invents events', () => {
    expect(evidence.events.length).toBeGreaterThan(0);
    expect(audit(evidence).count).toBe(0);
  });

  it(
    'with two servers behind one port, kill -9 under load neither loses nor duplicates nor invents events',
    LONG,
    async () => {
      expect((await runWith(2)).events.length).toBeGreaterThan(0);
    },
  );

  const changed = <T extends object>(list: readonly T[], by: (first: T) => Partial<T>): T[] =>
    list.map((item, index) => (index === 0 ? { ...item, ...by(item) } : item));

  it('the checker of the kill -9 tests detects every kind of lost or wrong event', () => {
    const dated = (n: number) => new Date(n);
    const without = <K extends 'listed' | 'changes' | 'events' | 'deliveries' | 'attempts'>(
      list: K,
    ): Partial<Evidence> => ({ [list]: evidence[list].slice(1) });
    const [arrival] = evidence.arrivals;
    const [event] = evidence.events;
    if (!arrival || !event) throw new Error('a run without webhooks');
    const forgery = { ...arrival.request, body: Buffer.from('{}') };
    const wrongRate = () => ({ rate: '1', source: 'fixed', quotedAt: dated(0) });
    const cheaper = evidence.acknowledged.map((one) => ({
      ...one,
      payment: { ...one.payment, amount_sats: one.payment.amount_sats - 1 },
    }));
    expectFound([
      ['payments lost', without('listed')],
      ['payments doubled', { payments: [...evidence.payments, ...evidence.payments] }],
      ['payments never requested', { acknowledged: [] }],
      ['addresses used twice', { payments: [...evidence.payments, ...evidence.payments] }],
      ['addresses of another wallet', { walletAddresses: evidence.walletAddresses.toReversed() }],
      ['wrong status', { listed: changed(evidence.listed, () => ({ status: 'detected' })) }],
      ['wrong received_sats', { listed: changed(evidence.listed, () => ({ received_sats: 7 })) }],
      ['wrong totals', { totals: { ...evidence.totals, all: 0 } }],
      ['wrong prices', { confirmationRates: [] }],
      ['wrong prices', { confirmationRates: changed(evidence.confirmationRates, wrongRate) }],
      ['wrong prices', { acknowledged: cheaper }],
      ['status changes lost', { changes: [] }],
      ['events lost', { events: [] }],
      ['events doubled', { events: [...evidence.events, { ...event, id: 'evt_again' }] }],
      ['events invented', { facts: { ...evidence.facts, sent: new Set() } }],
      ['gaps in a sequence', { events: changed(evidence.events, () => ({ sequence: 9 })) }],
      ['deliveries lost or doubled', { deliveries: [] }],
      ['events never received', { arrivals: [] }],
      ['event ids with two bodies', { arrivals: [{ ...arrival, request: forgery }] }],
      ['invalid signatures', { arrivals: [{ ...arrival, request: forgery }] }],
      ['attempts without a record', { attempts: [] }],
      ['sent again after success', { arrivals: evidence.arrivals.flatMap((one) => [one, one]) }],
      [
        'events out of order',
        {
          attempts: evidence.attempts.map((row) => ({ ...row, startedAt: dated(8.64e15) })),
        },
      ],
    ]);
  });

  it('the checker of the kill -9 tests detects every kind of fault in a BTCPay store', () => {
    const { store, orders } = evidence;
    const [arrival] = store.arrivals;
    const [event] = store.events.filter(({ dialect }) => dialect);
    if (!arrival || !event) throw new Error('a run without webhooks of a store');
    const forgery = { ...arrival, request: { ...arrival.request, body: Buffer.from('{}') } };
    const typed = (from: string, to: string) =>
      store.events.map((one) => (`${one.type}` === from ? { ...one, type: to as never } : one));
    const damages: (readonly [Fault, Partial<typeof store>])[] = [
      ['invoices lost or doubled', { invoices: store.invoices.slice(1) }],
      ['invoices lost or doubled', { invoices: [...store.invoices, ...store.invoices] }],
      ['invoices lost or doubled', { payments: store.payments.slice(1) }],
      [
        'answers that changed',
        { invoices: store.invoices.map((one) => ({ ...one, amount: '0' })) },
      ],
      [
        'wrong status of an invoice',
        { invoices: store.invoices.map((one) => ({ ...one, status: 'Processing' })) },
      ],
      ['events lost', { events: store.events.filter((one) => one !== event) }],
      ['events lost', { events: typed('InvoicePaymentSettled', 'InvoiceReceivedPayment') }],
      ['events doubled', { events: [...store.events, event] }],
      ['events doubled', { events: typed('InvoiceReceivedPayment', 'InvoicePaymentSettled') }],
      ['events invented', { events: typed('InvoiceCreated', 'InvoiceInvalid') }],
      ['events invented', { deliveries: [] }],
      ['events out of order', { events: store.events.toReversed() }],
      ['gaps in a sequence', { events: changed(store.events, () => ({ sequence: 9 })) }],
      ['deliveries lost or doubled', { deliveries: [...store.deliveries, ...store.deliveries] }],
      ['events never received', { arrivals: [] }],
      ['event ids with two bodies', { arrivals: [forgery] }],
      ['invalid signatures', { secret: 'another' }],
      ['attempts without a record', { attempts: [] }],
      ['sent again after success', { arrivals: store.arrivals.flatMap((one) => [one, one]) }],
    ];
    expectFound([
      ...damages.map(([fault, part]): Damage => [fault, { store: { ...store, ...part } }]),
      ['invoices lost or doubled', { orders: orders.slice(1) }],
    ]);
  });

  it('the checker of the kill -9 tests detects every kind of fault in a payment link', () => {
    const { links, clicks, acknowledged, listed, listedLinks, payments } = evidence;
    const known = new Set(acknowledged.map(({ payment }) => payment.id));
    const made = listed.find(({ id, payment_link_id: linkId }) => linkId && known.has(id));
    const limited = links.find(({ link }) => link.max_payments !== null)?.link;
    const other = links.find(({ link }) => link.id !== made?.payment_link_id)?.link;
    const row = payments.find(({ id }) => id === made?.id);
    if (!made || !row || !limited || !other) throw new Error('a run without links');
    const again = { ...made, id: 'pay_again', checkout_url: `${made.checkout_url}0` };
    const madeWith = (change: Partial<typeof made>) => ({
      listed: listed.map((one) => (one === made ? { ...one, ...change } : one)),
    });
    const full = Array.from({ length: 1 + (limited.max_payments ?? 0) }, (_, n) => ({
      ...row,
      id: `pay_${n}`,
      paymentLinkId: limited.id,
    }));
    const renamed = (link: (typeof listedLinks)[number]) => ({ ...link, title: 'Tea' });
    const counts = ['visits', 'payments', 'paid_payments', 'received_sats'] as const;
    expectFound([
      ['links lost or never requested', { listedLinks: [] }],
      ['links lost or never requested', { links: links.slice(1) }],
      ['answers that changed', { listedLinks: listedLinks.map(renamed) }],
      ['clicks without their payment', { listed: listed.filter((one) => one !== made) }],
      ['clicks without their payment', madeWith({ payment_link_id: other.id })],
      ['payments without their click', { clicks: [] }],
      ['payments without their click', { listed: [...listed, { ...again, payer_note: 'x' }] }],
      ['payments doubled', { clicks: clicks.map((click) => ({ ...click, token: 'x' })) }],
      ['wrong terms of a link', madeWith({ description: 'Tea' })],
      ['wrong terms of a link', madeWith({ required_confirmations: 7 })],
      ['wrong terms of a link', madeWith({ expires_at: made.created_at })],
      ['links past their maximum', { payments: [...payments, ...full] }],
      ['wrong counts of a link', { uncountedVisits: -1_000_000 }],
      ...counts.map((field): Damage => {
        const wrong = changed(listedLinks, (link) => ({ [field]: link[field] + 1_000_000 }));
        return ['wrong counts of a link', { listedLinks: wrong }];
      }),
    ]);
  });

  it('the checker of the kill -9 tests detects every kind of fault in a refund', () => {
    expectFound(damageRefundEvidence(evidence));
  });

  function expectFound(damages: readonly Damage[]): void {
    for (const [fault, damage] of damages) {
      const found = audit({ ...evidence, ...damage });
      expect(found.of(fault), `${fault}: ${Object.keys(damage)}`).not.toEqual([]);
    }
  }
});
