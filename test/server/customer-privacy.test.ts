import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiKey } from '@/db/schema/accounts';
import { apiRequest } from '@/db/schema/request-log';
import { webhookEvent } from '@/db/schema/webhooks';
import type { PaymentResponse } from '@/lib/http/payments/payment-response';
import { type Collector, startCollector } from '@/test/support/collector';
import { type LiveMerchant, openLiveMerchant } from '@/test/support/live-merchant';
import { startSmtpServer, type TestSmtpServer } from '@/test/support/smtp-server';
import { until } from '@/test/support/wait';

const CUSTOMER = {
  name: 'Marked Customer',
  email: 'marked@customer.example',
  reference: 'marked-77',
};
const MARK = /marked/i;

let collector: Collector;
let smtp: TestSmtpServer;
let merchant: LiveMerchant;
let paid: PaymentResponse;
const ask = (path: string, init: RequestInit = {}) =>
  fetch(`${merchant.app.url}${path}`, {
    ...init,
    headers: {
      authorization: `Bearer ${merchant.key.apiKey}`,
      'content-type': 'application/json',
    },
  });

beforeAll(async () => {
  collector = await startCollector();
  smtp = await startSmtpServer();
  // The SMTP refusal contains the recipient's address.
  smtp.refuseRecipients((_recipient, nth) => (nth === 1 ? 550 : 0));
  merchant = await openLiveMerchant({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_BSP_SCHEDULE_DELAY: '100',
    METRICS_TOKEN: 'token-of-the-metrics-page',
    MAIL_FROM: 'payments@shop.example',
    SMTP_URL: smtp.url().href,
  });
  await merchant.base.db.update(apiKey).set({ customerMails: ['seen', 'confirmed'] });
  paid = await merchant.create({ required_confirmations: 1, customer: CUSTOMER } as never);
  expect(paid.customer).toEqual(CUSTOMER);
  await merchant.node.sendTo(paid.address, paid.amount_sats);
  await merchant.reaches(paid.id, 'detected');
  await merchant.node.mine(1);
  await merchant.reaches(paid.id, 'confirmed');
  await until('the customer has the receipt', () =>
    smtp.mails.some(({ source }) => source.includes('Subject: Paid')),
  );
});
afterAll(async () => {
  await merchant.close();
  await collector.close();
  await smtp.close();
});

it('public pages do not contain the customer data that the shop has stored with a payment', async () => {
  const page = new URL(paid.checkout_url).pathname;
  for (const path of [page, `${page}/slip`]) {
    const response = await fetch(`${merchant.app.url}${path}`);
    expect([path, response.status]).toEqual([path, 200]);
    expect(await response.text()).not.toMatch(MARK);
  }
});

it('error texts do not contain the customer data that the shop has stored with a payment', async () => {
  const wrong = [{ email: 'marked' }, { name: 'marked\n' }, 'marked'];
  for (const customer of wrong) {
    const body = JSON.stringify({ amount_sats: 1_000, customer });
    const response = await ask('/v1/btc/payments', { method: 'POST', body });
    expect([customer, response.status]).toEqual([customer, 400]);
    const { detail, errors } = await response.json();
    const messages = errors.map(({ message }: { message: string }) => message);
    expect([detail, ...messages].join()).not.toMatch(MARK);
  }
});

it('webhooks, logs, the request log, traces and metrics contain no customer data', async () => {
  const query = new URLSearchParams({ from: '0', to: '9999999999', customer: CUSTOMER.reference });
  const listed = await ask(`/v1/btc/payments?${query}`);
  expect((await listed.json()).pagination.total).toBe(1);
  const spans = () => collector.bytes().toString();
  await until('the list is traced', () => spans().includes('GET /v1/btc/payments'));
  const { db } = merchant.base;
  await until('the list is in the request log', async () =>
    (await db.select().from(apiRequest)).some(({ method }) => method === 'GET'),
  );
  const metrics = await fetch(`${merchant.app.url}/metrics`, {
    headers: { authorization: 'Bearer token-of-the-metrics-page' },
  });
  expect(metrics.status).toBe(200);
  const texts = {
    events: JSON.stringify(await db.select().from(webhookEvent)),
    requests: JSON.stringify(await db.select().from(apiRequest)),
    log: merchant.app.output(),
    spans: spans(),
    metrics: await metrics.text(),
  };
  for (const [where, text] of Object.entries(texts)) {
    expect([where, text.length > 2, MARK.exec(text)?.[0]]).toEqual([where, true, undefined]);
  }
});
