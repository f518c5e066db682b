import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '@/db/client';
import { apiKey } from '@/db/schema/accounts';
import { payment } from '@/db/schema/payments';
import type { Currency } from '@/lib/domain/currency';
import { randomBase62 } from '@/lib/domain/ids';
import { Problem } from '@/lib/domain/problems';
import type { LinkSubmission } from '@/lib/links/pay-link';
import { challengeOf, isProof } from '@/lib/links/proof-of-work';
import { payPublicLink } from '@/lib/links/public';
import { PEER_HEADER } from '@/lib/net/client-ip';
import { setProcessValue } from '@/lib/once-per-process';
import { createCustomerFollowUp, readPublicPayment } from '@/lib/payments/public';
import { EMPTY_FORM, type LinkMerchant, openLinkMerchant } from '@/test/support/link-merchant';
import { openTestRuntime, type TestRuntime } from '@/test/support/runtime';

const EUR = 'EUR' as Currency;

let shop: LinkMerchant;

const servers: TestRuntime[] = [];

function restart(settings: Record<string, string> = {}): void {
  const server = openTestRuntime(shop.base.url, shop.now, {
    BITCOIN_REGTEST: 'sandbox',
    APP_URL: 'https://pay.example',
    TRUSTED_PROXIES: '10.0.0.0/8',
    RATE_LIMIT_PER_IP: '2400',
    ...settings,
  });
  servers.push(server);
  setProcessValue('runtime', server);
}

beforeEach(async () => {
  shop = await openLinkMerchant();
  restart();
});
afterEach(async () => {
  setProcessValue('runtime', undefined);
  await Promise.all(servers.splice(0).map((server) => server.close()));
  await shop.close();
});

function solve(linkId: string, token: string): string {
  let proof = 0;
  while (!isProof(challengeOf(linkId, token), String(proof))) proof += 1;
  return String(proof);
}

/** @param form the submitted fields, or true to add a proof of work */
async function clickFrom(
  linkId: string,
  peer: string,
  headers: Record<string, string> = {},
  form: Partial<LinkSubmission> | true = {},
) {
  const token = randomBase62(22);
  const fields = form === true ? { proof: solve(linkId, token) } : form;
  const click = { ...EMPTY_FORM, token, ownCheckoutId: undefined, ...fields };
  const own = { [PEER_HEADER]: peer, origin: 'https://pay.example', ...headers };
  return payPublicLink(linkId, click, new Headers(own)).then(
    () => 'made',
    (error) => (error instanceof Problem ? error.code : `${error}`),
  );
}

/** Requests a follow-up on an expired payment's page; returns 'made' or the problem's code. */
async function askAgainFrom(checkoutId: string, peer: string) {
  const expired = await readPublicPayment(checkoutId);
  if (!expired) throw new Error('there is no such payment');
  return createCustomerFollowUp(expired, new Headers({ [PEER_HEADER]: peer })).then(
    () => 'made',
    (error) => (error instanceof Problem ? error.code : `${error}`),
  );
}

describe('the limit of one payment a minute for every 1,200 allowed requests', () => {
  it('the limit on payments through links counts connecting IP addresses and ignores forwarding headers', async () => {
    const [one, other] = [await shop.link(), await shop.link()];
    const forged = ({ id }: { id: string }, n: number) =>
      clickFrom(id, '192.0.2.1', { 'x-forwarded-for': `198.51.100.${n}` });
    expect([await forged(one, 1), await forged(one, 2), await forged(other, 3)]).toEqual([
      'made',
      'made',
      'rate_limited',
    ]);
    expect(await clickFrom(one.id, '192.0.2.2')).toBe('made');
  });

  it('behind a trusted proxy, the limit on payments through links counts customers’ IP addresses, and IPv6 by /64', async () => {
    const { id } = await shop.link();
    const behind = (client: string) => clickFrom(id, '10.0.0.1', { 'x-forwarded-for': client });
    expect(await behind('198.51.100.1, 2001:db8::1')).toBe('made');
    expect(await behind('198.51.100.2, 2001:db8::2')).toBe('made');
    expect(await behind('198.51.100.3, 2001:db8::3')).toBe('rate_limited');
    expect(await behind('2001:db8:0:1::1')).toBe('made');
  });

  it('the limit on payments through links covers both clicks and customers’ follow-ups', async () => {
    await shop.base.db.update(apiKey).set({ allowFollowUps: true });
    const { id } = await shop.link();
    const checkoutIdOf = async () => (await shop.create()).checkout_url.split('/').at(-1) ?? '';
    const [first, second] = [await checkoutIdOf(), await checkoutIdOf()];
    shop.passTime(3_601_000);
    await shop.sync();
    expect(await askAgainFrom(first, '192.0.2.1')).toBe('made');
    // This returns the open payment and creates nothing.
    expect(await askAgainFrom(first, '192.0.2.1')).toBe('made');
    expect(await clickFrom(id, '192.0.2.1')).toBe('made');
    expect(await askAgainFrom(second, '192.0.2.1')).toBe('rate_limited');
    expect(await askAgainFrom(second, '192.0.2.2')).toBe('made');
  });
});

describe('an IP address that clicks on a link', () => {
  beforeEach(() => {
    restart({ RATE_LIMIT_PER_IP: '120000' });
  });

  it('an IP address can have at most two unpaid payments through links, even after concurrent clicks', async () => {
    const [one, other] = [await shop.link(), await shop.link()];
    const clicks = Array.from({ length: 20 }, () => clickFrom(one.id, '192.0.2.1'));
    const made = (await Promise.all(clicks)).filter((outcome) => outcome === 'made');
    expect(made).toHaveLength(2);
    expect(await clickFrom(one.id, '192.0.2.1')).toBe('rate_limited');
    expect(await clickFrom(other.id, '192.0.2.1')).toBe('made');
    expect(await clickFrom(one.id, '192.0.2.2')).toBe('made');
  });

  it('an IPv6 address shares its limit with all addresses in its /64', async () => {
    const { id } = await shop.link();
    expect(await clickFrom(id, '2001:db8::1')).toBe('made');
    expect(await clickFrom(id, '2001:db8::2')).toBe('made');
    expect(await clickFrom(id, '2001:db8::3')).toBe('rate_limited');
    expect(await clickFrom(id, '2001:db8:0:1::1')).toBe('made');
  });

  it('an IP address at its limit can create a payment after one of its payments is paid, canceled or expired', async () => {
    const { id } = await shop.link();
    const click = () => clickFrom(id, '192.0.2.1');
    const full = async () => {
      while ((await click()) === 'made');
      expect(await click()).toBe('rate_limited');
    };
    await full();
    const [first, second] = await shop.base.db.select().from(payment);
    if (!first || !second) throw new Error('two clicks made no two payments');
    await shop.payInFull(first);
    expect(await click()).toBe('made');
    await full();
    await shop.cancel(second.id);
    expect(await click()).toBe('made');
    await full();
    shop.passTime(3_601_000);
    expect(await click()).toBe('made');
  });

  it('with RATE_LIMIT_PER_IP=0, an IP address can create any number of payments through links', async () => {
    restart({ RATE_LIMIT_PER_IP: '0' });
    const { id } = await shop.link();
    for (let n = 0; n < 4; n += 1) expect(await clickFrom(id, '192.0.2.1')).toBe('made');
  });
});

it('PAYMENT_LINK_GAP_LIMIT limits the unpaid addresses that links create in a wallet', async () => {
  restart({ PAYMENT_LINK_GAP_LIMIT: '3' });
  const links = [await shop.link(), await shop.link()];
  for (let n = 0; n < 3; n += 1) {
    expect(await clickFrom(links[n % 2]?.id ?? '', `192.0.2.${n}`, {}, true)).toBe('made');
  }
  expect(await clickFrom(links[0]?.id ?? '', '192.0.2.9', {}, true)).toBe('rate_limited');
});

describe('once half of the limit is used up, a click', () => {
  it('a proof of work is accepted only for the link it was solved for, and only for one payment', async () => {
    restart({ PAYMENT_LINK_GAP_LIMIT: '4', RATE_LIMIT_PER_IP: '120000' });
    const free = { currency: EUR, minimum: null, maximum: null, suggested: null };
    const [one, other] = [
      await shop.link(),
      await shop.link({ amount: { kind: 'free', ...free } }),
    ];
    expect(await clickFrom(one.id, '192.0.2.1')).toBe('made');
    expect(await clickFrom(one.id, '192.0.2.2')).toBe('made');
    expect(await clickFrom(one.id, '192.0.2.3')).toBe('proof_of_work_needed');
    const token = randomBase62(22);
    const solved = { token, proof: solve(other.id, token) };
    const send = (linkId: string, amount: string) =>
      clickFrom(linkId, '192.0.2.4', {}, { ...solved, amount });
    expect(await send(one.id, '')).toBe('proof_of_work_needed');
    expect(await send(other.id, '5')).toBe('made');
    expect(await send(other.id, '5')).toBe('made');
    expect(await shop.paymentsOf(other.id)).toBe(1);
    expect(await send(other.id, '6')).toBe('proof_of_work_needed');
  });

  it('a click with a proof of work creates a payment, even while a stranger clicks from 200 IP addresses', async () => {
    restart({ RATE_LIMIT_PER_IP: '12000' });
    const { id } = await shop.link();
    for (let minute = 0; minute < 10; minute += 1) {
      const strangers = Array.from({ length: 20 }, (_, n) =>
        clickFrom(id, `198.51.100.${minute * 20 + n}`),
      );
      const outcomes = new Set(await Promise.all(strangers));
      expect(outcomes).toContain('proof_of_work_needed');
      expect(await clickFrom(id, `192.0.2.${minute}`, {}, true)).toBe('made');
      shop.passTime(60_000);
    }
    expect(await shop.paymentsOf(id)).toBe(20);
  });
});

it('while a stranger clicks from one IP address, customers are served without a proof of work', async () => {
  restart({ RATE_LIMIT_PER_IP: '12000' });
  const { id } = await shop.link();
  for (let minute = 0; minute < 10; minute += 1) {
    await Promise.all(Array.from({ length: 10 }, () => clickFrom(id, '198.51.100.1')));
    // One customer per minute clicks and does not pay yet, so that several unpaid payments count
    // together.
    if (minute < 7) expect(await clickFrom(id, `192.0.2.${minute}`)).toBe('made');
    shop.passTime(60_000);
  }
  expect(await clickFrom(id, '192.0.2.7')).toBe('made');
  expect(await shop.paymentsOf(id)).toBe(10);
});

it.each([
  ['from another site', { origin: 'https://evil.example' }],
  ['from a page without an origin', { origin: 'null' }],
  ['that the browser marks as cross-site', { 'sec-fetch-site': 'cross-site' }],
])('a form %s creates no payment', async (_, headers) => {
  const { id } = await shop.link();
  expect(await clickFrom(id, '192.0.2.1', headers)).toBe('cross_site_request');
  expect(await shop.paymentsOf(id)).toBe(0);
});

it('a single-use link creates one payment, even with two server processes', async () => {
  const { id } = await shop.link({ maxPayments: 1 });
  const other = openDatabase(shop.base.url);
  const clicks = Array.from({ length: 10 }, (_, n) =>
    shop.click(id, {}, n % 2 === 0 ? shop.base.db : other.db).then(
      () => 'made',
      (error) => error.code,
    ),
  );
  const outcomes = await Promise.all(clicks);
  await other.close();
  expect(outcomes.sort()).toEqual(['made', ...Array(9).fill('payment_link_closed')]);
});
