import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { requestAs } from '@/test/access/ask';
import { createTestActor } from '@/test/support/actor';
import { openLiveMerchant } from '@/test/support/live-merchant';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { until } from '@/test/support/wait';

const METRICS_TOKEN = 'a-token-for-prometheus';
const BEARER = { authorization: `Bearer ${METRICS_TOKEN}` };

const merchant = await openForTestFile(openLiveMerchant({ METRICS_TOKEN }));

async function health(headers: Record<string, string> = BEARER) {
  const response = await fetch(`${merchant.app.url}/api/health`, { headers });
  return { status: response.status, body: await response.json() };
}

describe('/api/ready', () => {
  it('/api/ready returns 200 while the server accepts requests', async () => {
    const response = await fetch(`${merchant.app.url}/api/ready`);
    expect([response.status, await response.json()]).toEqual([200, { ready: true }]);
  });
});

describe('/metrics', () => {
  const metrics = (token?: string) =>
    fetch(
      `${merchant.app.url}/metrics`,
      token ? { headers: { authorization: `Bearer ${token}` } } : {},
    );

  it('/metrics is readable only with METRICS_TOKEN', async () => {
    expect((await metrics()).status).toBe(401);
    expect((await metrics('another-token-of-some-length')).status).toBe(401);
  });

  it('/metrics counts requests and webhook attempts, and reports the chain and the outbox', async () => {
    const { id, address } = await merchant.create({ required_confirmations: 1 });
    await merchant.node.sendTo(address, 100_000);
    await merchant.node.mine(1);
    await merchant.reaches(id, 'confirmed');
    await until('the webhook is delivered', async () =>
      (await merchant.events(id)).every((event) => event.delivery === 'delivered'),
    );
    const { height } = await merchant.node.tip();
    // An attempt is counted after it was recorded. A database check is valid for a second.
    const text = await until('the attempts are counted, and the look is a new one', async () => {
      const shown = await (await metrics(METRICS_TOKEN)).text();
      return (
        /webhook_try_seconds_count\{outcome="delivered"\} [12]/.test(shown) &&
        shown.includes(`blocktally_chain_height{network="regtest"} ${height}\n`) &&
        shown.includes('blocktally_outbox_due 0\n') &&
        shown
      );
    });
    expect(text).toMatch(
      /blocktally_http_request_seconds_count\{route="\/v1\/btc\/payments",method="POST",status="201"\} 1/,
    );
    expect(text).toMatch(/blocktally_webhook_try_seconds_count\{outcome="delivered"\} [12]/);
    expect(text).toContain('blocktally_chain_failing{network="regtest"} 0');
    expect(text).toContain('blocktally_failing_endpoints 0\n');
    expect(text).toContain('blocktally_database_up 1');
    expect(text).not.toContain(id);
  });

  it('/metrics contains every metric and label that the alert rules use', async () => {
    const rules = readFileSync('examples/prometheus-alerts.yml', 'utf8');
    const named = [...rules.matchAll(/\b((?:blocktally|nodejs)_[a-z0-9_]+)(?:\{([^}]*)\})?/g)];
    expect(named.length).toBeGreaterThan(9);
    const samples = (await (await metrics(METRICS_TOKEN)).text()).split('\n');
    for (const [, metric = '', labels = ''] of named) {
      const found = samples.filter(
        (line) => line.startsWith(metric) && /[ {]/.test(line[metric.length] ?? ''),
      );
      expect(found, metric).not.toEqual([]);
      // Prometheus itself adds the label "job".
      for (const [, label] of labels.matchAll(/(\w+)\s*[=!]/g)) {
        if (label !== 'job') expect(found.join(), metric).toContain(`${label}="`);
      }
    }
  });
});

describe('/api/health', () => {
  const strangers: readonly Record<string, string>[] = [
    {},
    { authorization: 'Bearer another-token-of-some-length' },
    { authorization: METRICS_TOKEN },
    { cookie: 'blocktally-session=forged' },
  ];

  it('/api/health returns only the status to everyone', async () => {
    for (const headers of strangers) {
      expect(await health(headers)).toEqual({ status: 200, body: { status: 'ok' } });
    }
    const ofAKey = { authorization: `Bearer ${merchant.key.apiKey}` };
    expect(await health(ofAKey)).toEqual({ status: 200, body: { status: 'ok' } });
  });

  it('/api/health returns the same details to signed-in members as to the bearer of METRICS_TOKEN', async () => {
    const { db } = merchant.base;
    const { sessionId } = await createTestActor(db, merchant.key.merchantId, 'viewer');
    const route = 'GET /api/health';
    const shown = await requestAs(merchant.app.url, route, {}, { sessionId });
    expect([shown.status, Object.keys(JSON.parse(shown.text))]).toEqual([
      200,
      Object.keys((await health()).body),
    ]);
    expect(shown.text).toContain('"network":"regtest"');
  });

  it('/api/health returns 200 with the state of each chain, the outbox, and the version', async () => {
    const { height } = await merchant.node.tip();
    const { status, body } = await until('the chain is read', async () => {
      const answer = await health();
      return answer.body.chains[0].height === height && answer;
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'ok',
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      chains: [
        {
          network: 'regtest',
          height,
          tip_height: height,
          tip_age_seconds: expect.any(Number),
          lag_blocks: 0,
          read_age_seconds: expect.any(Number),
          reorg_depth: 0,
          failing_since: null,
          last_error: null,
        },
      ],
      outbox: { due: 0, lag_seconds: 0, failing_endpoints: 0 },
      database: { connections: expect.any(Number), limit: expect.any(Number) },
      altered_rows: 0,
      mail: null,
    });
  });

  it('/api/health reports an unreachable node, and still returns 200', async () => {
    await merchant.node.pause('SIGKILL');
    const { status, body } = await until('the failure is noticed', async () => {
      const answer = await health();
      return answer.body.status === 'degraded' && answer;
    });
    expect(status).toBe(200);
    expect(body.chains[0]).toMatchObject({
      last_error: expect.stringContaining('unreachable'),
      failing_since: expect.any(String),
    });
    for (const headers of strangers) {
      expect(await health(headers)).toEqual({ status: 200, body: { status: 'degraded' } });
    }
    await merchant.node.resume();
    // A failing source is read again after pauses that double, up to a minute.
    const isRead = async () => (await health()).body.status === 'ok';
    await until('the node is read again', isRead, 180_000);
  });

  it('/api/health returns 503 without a database, and the API returns 503 with Retry-After', async () => {
    await merchant.base.drop();
    const shown = await until('the last look is too old', async () => {
      const answer = await health();
      return answer.status !== 200 && answer;
    });
    expect(shown).toMatchObject({ status: 503, body: { status: 'down' } });
    for (const headers of strangers) {
      expect(await health(headers)).toEqual({ status: 503, body: { status: 'down' } });
    }
    const response = await fetch(`${merchant.app.url}/v1/btc/payments?from=0&to=1`, {
      headers: { authorization: `Bearer ${merchant.key.apiKey}` },
    });
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await response.json()).toMatchObject({ code: 'database_unavailable' });
  });

  it('without a database, /metrics contains the counters of the process and no outdated values', async () => {
    const response = await fetch(`${merchant.app.url}/metrics`, {
      headers: { authorization: `Bearer ${METRICS_TOKEN}` },
    });
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(text).toContain('blocktally_database_up 0');
    expect(text).toMatch(/blocktally_webhook_try_seconds_count\{outcome="delivered"\} [12]/);
    expect(text).not.toMatch(/^blocktally_(?:chain|outbox|failing)/m);
  });

  it('without a database, pages return 500, and the server logs the failed query', async () => {
    for (const path of ['/sign-up', '/invitation/a-token-of-nobody']) {
      expect((await fetch(`${merchant.app.url}${path}`)).status).toBe(500);
    }
    const known = /"statement":"select \\"invitation\\"[^\n]*"digest":"\d+"/;
    await until('the log tells of it', () => known.test(merchant.app.output()));
  });
});

describe('the log', () => {
  it('the server log contains no secret and no parameter, even for a failing query', () => {
    const output = merchant.app.output();
    expect(output).toContain('"type":"database"');
    for (const secret of [
      merchant.key.apiKey,
      merchant.key.signingSecret,
      merchant.key.descriptor,
      new URL(merchant.node.url).password,
    ]) {
      expect(output).not.toContain(secret);
    }
    expect(output).not.toMatch(/params:|Failed query/);
  });
});
