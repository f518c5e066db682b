import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PaymentResponse } from '@/lib/http/payments/payment-response';
import { startApp } from '@/test/support/app';
import { type CollectedSpan, type Collector, startCollector } from '@/test/support/collector';
import { createTestDatabase, type TestDatabase } from '@/test/support/database';
import { type LiveMerchant, openLiveMerchant } from '@/test/support/live-merchant';
import { until } from '@/test/support/wait';

const HEADER_SECRET = 'a-secret-of-the-collector';

describe('with an endpoint for traces', () => {
  let collector: Collector;
  let merchant: LiveMerchant;
  let paid: PaymentResponse;
  beforeAll(async () => {
    collector = await startCollector();
    merchant = await openLiveMerchant({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=${HEADER_SECRET}`,
      OTEL_SERVICE_NAME: 'the-till',
      OTEL_BSP_SCHEDULE_DELAY: '100',
    });
  });
  afterAll(async () => {
    await merchant.close();
    await collector.close();
  });

  const arrives = (what: string, fits: (span: CollectedSpan) => boolean) =>
    until(`a span of ${what} arrives`, () => collector.spans().find(fits));
  const within = (parent: CollectedSpan) => (span: CollectedSpan) =>
    span.traceId === parent.traceId && span.spanId !== parent.spanId;

  it('each request, block and webhook is exported as a trace with its SQL statements', async () => {
    paid = await merchant.create({
      required_confirmations: 1,
      reference: 'reference-of-a-customer',
    });
    const { id } = paid;
    await merchant.node.sendTo(paid.address, 100_000);
    await merchant.node.mine(1);
    await merchant.reaches(id, 'confirmed');
    const { height } = await merchant.node.tip();

    const request = await arrives('the request', ({ name, attributes }) => {
      return name === 'POST /v1/btc/payments' && attributes['http.status_code'] === 201;
    });
    expect(request.attributes['request.id']).toMatch(/^req_/);
    const insert = await arrives('its insert', (span) => {
      const text = String(span.attributes['db.query.text']);
      return within(request)(span) && text.includes('insert into "payment"');
    });
    expect(insert.attributes['db.query.text']).toContain('$1');

    const block = await arrives('the block', ({ name, attributes }) => {
      return name === 'chain block' && attributes['chain.height'] === height;
    });
    expect(block.attributes).toMatchObject({ 'chain.network': 'regtest' });
    const sync = await arrives('its read of the chain', ({ spanId }) => {
      return spanId === block.parentSpanId;
    });
    expect(sync).toMatchObject({
      name: 'chain sync',
      attributes: { 'chain.result': 'read', 'chain.height': height },
    });

    const attempt = await arrives('the webhook', ({ name, attributes }) => {
      return name === 'webhook attempt' && attributes['payment.id'] === id;
    });
    expect(attempt.attributes).toMatchObject({
      'webhook.event.id': expect.stringMatching(/^evt_/),
      'webhook.delivery.id': expect.stringMatching(/^dlv_/),
      'webhook.attempt': 1,
      'webhook.outcome': 'delivered',
      'http.response.status_code': 204,
    });
  });

  it('a plugin’s request is exported as a trace under its route, with its SQL statements', async () => {
    const response = await fetch(
      `${merchant.app.url}/api/v1/stores/${merchant.key.id}/?token=query-value-of-a-customer`,
      { headers: { authorization: `token ${merchant.key.apiKey}` } },
    );
    expect(response.status).toBe(200);
    const request = await arrives('the plugin', ({ name, parentSpanId }) => {
      return name === 'GET /api/v1/stores/{storeId}' && parentSpanId === '';
    });
    expect(request.attributes).toMatchObject({
      'http.route': '/api/v1/stores/{storeId}',
      'http.status_code': 200,
      'request.id': response.headers.get('x-request-id'),
    });
    await arrives('its statement', (span) => {
      return within(request)(span) && 'db.query.text' in span.attributes;
    });
  });

  it('dashboard pages and payment pages are exported as traces under their routes', async () => {
    for (const path of ['/sign-in', '/pay/unknown', '/dashboard']) {
      await fetch(`${merchant.app.url}${path}?token=query-value-of-a-customer`);
    }
    await arrives('the payment page', ({ name }) => name === 'GET /pay/[id]');
    await arrives('the sign-in', ({ name }) => /^GET .*sign-in/.test(name));
  });

  it('traces contain the name of the service, and log lines contain the trace id', async () => {
    expect(collector.bytes().toString()).toContain('the-till');
    const sent = collector.receiver.requests.at(-1);
    expect(sent?.path).toBe('/v1/traces');
    expect(sent?.headers.authorization).toBe(HEADER_SECRET);
    const traced = /"trace_id":"[0-9a-f]{32}"[^\n]*"webhook attempt"/;
    await until('the log has the id of a trace', () => traced.test(merchant.app.output()));
  });

  it('traces contain no secret, query value, address or body', async () => {
    const failing = await fetch(
      `${merchant.app.url}/v1/btc/payments?from=query-value-of-a-customer`,
      {
        headers: { authorization: `Bearer ${merchant.key.apiKey}` },
      },
    );
    expect(failing.status).toBe(400);
    const unknown = await fetch(`${merchant.app.url}/v1/btc/payments/pay_unknown`, {
      headers: {
        authorization: `Bearer ${merchant.key.apiKey}`,
        traceparent: '00-11111111111111111111111111111111-2222222222222222-01',
      },
    });
    expect(unknown.status).toBe(404);
    await arrives('the last request', ({ attributes }) => {
      return attributes['request.id'] === unknown.headers.get('x-request-id');
    });
    const sent = collector.bytes().toString();
    for (const secret of [
      merchant.key.apiKey,
      merchant.key.signingSecret,
      merchant.key.descriptor,
      paid.address,
      new URL(merchant.node.url).password,
      new URL(merchant.base.url).password,
      HEADER_SECRET,
      'query-value-of-a-customer',
      'reference-of-a-customer',
      merchant.receiver.url('/hooks'),
      // A trace context sent by a client is ignored.
      '11111111111111111111111111111111',
    ]) {
      expect(sent).not.toContain(secret);
    }
  });
});

describe('a server without a node', () => {
  let base: TestDatabase;
  let collector: Collector;
  beforeAll(async () => {
    [base, collector] = await Promise.all([createTestDatabase(), startCollector()]);
  });
  afterAll(async () => {
    await Promise.all([base.drop(), collector.close()]);
  });

  it('a server without a node opens no connection for traces if traces are disabled', async () => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SDK_DISABLED: 'true' };
    const app = await startApp({ databaseUrl: base.url, env });
    await fetch(`${app.url}/v1/btc/payments`);
    await app.kill('SIGTERM');
    expect(collector.receiver.connections).toBe(0);
    expect(app.output()).not.toContain('trace_id');
    await app.stop();
  });

  it('a server without a node exports pending traces during the shutdown, as Protobuf by default', async () => {
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_BSP_SCHEDULE_DELAY: '3600000',
    };
    const app = await startApp({ databaseUrl: base.url, env });
    expect((await fetch(`${app.url}/v1/btc/payments`)).status).toBe(401);
    expect(collector.receiver.requests).toEqual([]);
    await app.kill('SIGTERM');
    const [sent] = collector.receiver.requests;
    expect(sent?.headers['content-type']).toBe('application/x-protobuf');
    expect(sent?.body.toString('latin1')).toContain('GET /v1/btc/payments');
    await app.stop();
  });

  it('a server without a node works without a trace collector, and logs once that it is missing', async () => {
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
      OTEL_BSP_SCHEDULE_DELAY: '50',
    };
    const app = await startApp({ databaseUrl: base.url, env });
    await fetch(`${app.url}/v1/btc/payments`);
    await until('it complains', () => app.output().includes('traces could not be sent'));
    expect((await fetch(`${app.url}/api/ready`)).status).toBe(200);
    await app.stop();
    expect(app.output().match(/traces could not be sent/g)).toHaveLength(1);
  });
});
