import { describe, expect, it } from 'vitest';
import { OPERATOR } from '@/lib/domain/actor';
import type { Currency } from '@/lib/domain/currency';
import { Problem } from '@/lib/domain/problems';
import { revokeKey } from '@/lib/keys/revoke-key';
import { deactivateLink } from '@/lib/links/deactivate-link';
import { payLink } from '@/lib/links/pay-link';
import { createTestApi } from '@/test/support/api';
import { fixedRates } from '@/test/support/fixed-rates';
import { openLinkMerchant, PLAIN_LINK } from '@/test/support/link-merchant';
import { openForTestFile } from '@/test/support/open-for-test-file';

const HOUR_MS = 3_600_000;
const EUR = 'EUR' as Currency;

const shop = await openForTestFile(openLinkMerchant());

const codeOf = (error: unknown) => (error instanceof Problem ? error.code : `${error}`);
const codes = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.map((one) => (one.status === 'rejected' ? codeOf(one.reason) : 'made')).sort();
const refusal = (click: Promise<unknown>) => click.then(() => 'made', codeOf);

describe('a link for one payment', () => {
  it('a single-use link creates one payment for 20 concurrent clicks', async () => {
    const { id } = await shop.link({ maxPayments: 1 });
    const clicks = await Promise.allSettled(Array.from({ length: 20 }, () => shop.click(id)));
    expect(codes(clicks)).toEqual(['made', ...Array(19).fill('payment_link_closed')].sort());
    expect(await shop.view(id)).toMatchObject({ status: 'reserved', payments: 1, paidPayments: 0 });
    for (const one of clicks) if (one.status === 'fulfilled') await shop.payInFull(one.value);
    expect(await shop.view(id)).toMatchObject({ status: 'used_up', receivedSats: 100_000 });
    expect(await refusal(shop.click(id))).toBe('payment_link_closed');
  });

  it('a single-use link is available again after its payment has expired', async () => {
    const { id } = await shop.link({ maxPayments: 1 });
    const first = await shop.click(id);
    shop.passTime(HOUR_MS + 1_000);
    expect(await refusal(shop.click(id))).toBe('payment_link_closed');
    await shop.sync();
    const second = await shop.click(id);
    await shop.payInFull(first);
    expect((await shop.payment(first.id)).flags).toEqual(['late']);
    expect(await shop.view(id)).toMatchObject({ status: 'used_up', payments: 2, paidPayments: 1 });
    await shop.payInFull(second);
    expect(await shop.view(id)).toMatchObject({ status: 'used_up', paidPayments: 2 });
  });
});

it('a link whose webhook URL has since been forbidden still creates its payment', async () => {
  const terms = { ...PLAIN_LINK.terms, webhookUrl: 'http://127.0.0.1:9/hooks' };
  const { id } = await shop.link({ terms });
  const deps = {
    db: shop.base.db,
    sources: new Map([['regtest' as const, shop.source]]),
    newPayments: shop.newPayments,
    rates: fixedRates(shop.base.db),
    policy: { allowPrivate: false },
    gapLimit: 20,
    ofClient: undefined,
    takeProof: () => true,
    countClick: async () => {},
  };
  const form = {
    amount: '',
    decimalMark: '.',
    note: '',
    name: '',
    email: '',
    proof: '',
    token: 'd'.repeat(22),
  } as const;
  const made = await payLink(deps, id, { ...form, ownCheckoutId: undefined }, shop.now());
  expect(made.webhookUrl).toBe(terms.webhookUrl);
});

it('12 concurrent clicks on a link that allows 3 payments create exactly 3 payments', async () => {
  const { id } = await shop.link({ maxPayments: 3 });
  const clicks = await Promise.allSettled(Array.from({ length: 12 }, () => shop.click(id)));
  expect(codes(clicks).filter((code) => code === 'made')).toHaveLength(3);
  expect(await shop.paymentsOf(id)).toBe(3);
});

describe('the payment that a click on a link creates', () => {
  it('a payment created by a click is listed only under the clicked link', async () => {
    const [one, other] = [await shop.link(), await shop.link()];
    const { id } = await shop.click(one.id);
    const api = createTestApi(shop.base, {}, undefined, shop.now);
    const list = async (link: string) => {
      const path = `/v1/btc/payments?from=0&to=4000000000&payment_link_id=${link}`;
      const { json } = await api.call({ path, key: shop.key.apiKey });
      return [json.pagination.total, json.data.map((found: { id: string }) => found.id)];
    };
    expect(await list(one.id)).toEqual([1, [id]]);
    expect(await list(other.id)).toEqual([0, []]);
  });

  it('a payment created by a click has the link’s terms, title and the customer’s note', async () => {
    const terms = {
      ...PLAIN_LINK.terms,
      reference: 'Table 7',
      metadata: { b: '1', a: '2' },
      locale: 'de' as const,
      returnUrl: 'https://shop.example/',
    };
    const { id } = await shop.link({ terms, payerNote: { label: null, required: true } });
    const { id: paymentId } = await shop.click(id, { note: ' Für Lea\r\nund Tom\u0000 ' });
    expect(await shop.payment(paymentId)).toMatchObject({
      description: 'A cup of tea',
      payer_note: 'Für Lea\nund Tom',
      payment_link_id: id,
      reference: 'Table 7',
      locale: 'de',
      return_url: 'https://shop.example/',
      required_confirmations: 1,
      amount_sats: 100_000,
    });
    expect(JSON.stringify((await shop.payment(paymentId)).metadata)).toBe('{"b":"1","a":"2"}');
  });

  it('a payment created by a click has the customer’s name and e-mail address only if the link requires them', async () => {
    const customerFields = { name: 'required', email: null } as const;
    const { id } = await shop.link({ customerFields });
    const given = { name: ' Ada\u0000\n Lovelace ', email: 'ada@example.com' };
    const made = await shop.payment((await shop.click(id, given)).id);
    expect(made.customer).toEqual({ name: 'Ada Lovelace', email: null, reference: null });
    const { id: silent } = await shop.link();
    expect((await shop.payment((await shop.click(silent, given)).id)).customer).toBeNull();
  });

  it('each customer who clicks on a link gets a new payment', async () => {
    const { id } = await shop.link({ customerFields: { name: 'optional', email: 'optional' } });
    const first = await shop.click(id, { email: 'Ada@example.com' });
    const own = { ownCheckoutId: first.checkoutId };
    expect((await shop.click(id, { ...own, email: 'ada@example.com' })).id).toBe(first.id);
    expect((await shop.click(id, { ...own, email: 'eve@example.com' })).id).not.toBe(first.id);
  });

  it('a payment created by a click has the exchange rate at that moment if the link has a price', async () => {
    const { id } = await shop.link({
      amount: { kind: 'price', asked: { amount: '10.00', currency: EUR } },
    });
    const { price } = await shop.payment((await shop.click(id)).id);
    expect(price).toMatchObject({ amount: '10.00', currency: 'EUR', source: 'fixed' });
  });

  it('a click with invalid fields creates no payment and gets an error for each field', async () => {
    const { id } = await shop.link({
      amount: { kind: 'free', currency: EUR, minimum: '2', maximum: null, suggested: null },
      payerNote: { label: 'Name', required: true },
      customerFields: { name: 'required', email: 'optional' },
    });
    const error = await shop
      .click(id, { amount: '1', note: '', email: 'no' })
      .catch((thrown) => thrown);
    expect(error.errors.map(({ pointer, code }: never) => [pointer, code])).toEqual([
      ['/amount', 'below_minimum'],
      ['/note', 'required'],
      ['/customer/name', 'required'],
      ['/customer/email', 'invalid'],
    ]);
    expect(await refusal(shop.click(id, { amount: '5', name: 'A', note: 'x'.repeat(281) }))).toBe(
      'invalid_request',
    );
    expect(await shop.paymentsOf(id)).toBe(0);
  });
});

describe('a link', () => {
  it('a deactivated link creates no payment, while its existing payment can still be paid', async () => {
    const { id } = await shop.link();
    const older = await shop.click(id);
    await deactivateLink(shop.base.db, shop.key.actor, id, shop.now());
    expect(await refusal(shop.click(id))).toBe('payment_link_closed');
    await shop.payInFull(older);
    expect(await shop.view(id)).toMatchObject({ status: 'inactive', paidPayments: 1 });
  });

  it('a link creates no payment after it has expired', async () => {
    const { id } = await shop.link({ expiresAt: new Date(shop.now().getTime() + 1_000) });
    shop.passTime(1_000);
    expect(await refusal(shop.click(id))).toBe('payment_link_closed');
  });

  it('a link creates no payment if its id is unknown', async () => {
    expect(await refusal(shop.click('lnk_0000000000000000000000'))).toBe('payment_link_not_found');
  });
});

describe('unpaid addresses created by clicks', () => {
  it('clicks on links, even concurrent clicks, create at most 20 unpaid addresses per wallet and hour', async () => {
    const crowd = await openLinkMerchant();
    const [one, other] = [await crowd.link(), await crowd.link()];
    // Payments that the shop creates are neither limited nor counted.
    await Promise.all(Array.from({ length: 5 }, () => crowd.create()));
    const clicks = (id: string) =>
      Promise.allSettled(Array.from({ length: 25 }, () => crowd.click(id)));
    await Promise.all([clicks(one.id), clicks(other.id)]);
    const made = [await crowd.paymentsOf(one.id), await crowd.paymentsOf(other.id)];
    expect(made.reduce((sum, each) => sum + each)).toBe(20);
    const error = await crowd.click(one.id).catch((thrown) => thrown);
    expect([error.code, error.retryAfterSeconds]).toEqual(['rate_limited', 60]);
    await crowd.create();
    crowd.passTime(HOUR_MS);
    await crowd.click(one.id);
    await crowd.close();
  });

  it('at the limit on unpaid addresses from clicks, a payment to the newest address allows further clicks', async () => {
    const busy = await openLinkMerchant();
    const { id } = await busy.link();
    const made = await Promise.all(Array.from({ length: 20 }, () => busy.click(id)));
    expect(await refusal(busy.click(id))).toBe('rate_limited');
    const last = made.sort((a, b) => (b.derivationIndex ?? 0) - (a.derivationIndex ?? 0))[0];
    if (last) await busy.payInFull(last);
    expect(await refusal(busy.click(id))).toBe('made');
    await busy.close();
  });
});

it('a link of a revoked key is inactive and creates no payment', async () => {
  const other = await openLinkMerchant();
  const { id } = await other.link();
  await revokeKey(other.base.db, OPERATOR, other.key.id, other.now());
  expect(await refusal(other.click(id))).toBe('payment_link_closed');
  expect((await other.view(id)).status).toBe('inactive');
  await other.close();
});
