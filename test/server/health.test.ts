import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LiveShop, openLiveShop } from '@/test/support/live-shop';
import { until } from '@/test/support/wait';

let shop: LiveShop;
beforeAll(async () => {
  shop = await openLiveShop();
});
afterAll(() => shop.close());

async function health() {
  const response = await fetch(`${shop.app.url}/api/health`);
  return { status: response.status, body: await response.json() };
}

describe('/api/health', () => {
  it('answers 200 with the state of each chain, of the outbox, and the version', async () => {
    const { height } = await shop.node.tip();
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
          failing_since: null,
          last_error: null,
        },
      ],
      outbox: { due: 0, lag_seconds: 0 },
    });
  });

  it('says that a node is gone, and still answers 200', async () => {
    await shop.node.pause('SIGKILL');
    const { status, body } = await until('the failure is noticed', async () => {
      const answer = await health();
      return answer.body.status === 'degraded' && answer;
    });
    expect(status).toBe(200);
    expect(body.chains[0]).toMatchObject({
      last_error: expect.stringContaining('unreachable'),
      failing_since: expect.any(String),
    });
    await shop.node.resume();
    await until('the node is read again', async () => (await health()).body.status === 'ok');
  });

  it('answers 503 without a database, and so does the API, with Retry-After', async () => {
    await shop.base.drop();
    expect((await health()).status).toBe(503);
    const response = await fetch(`${shop.app.url}/v1/btc/payments?from=0&to=1`, {
      headers: { authorization: `Bearer ${shop.key.apiKey}` },
    });
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await response.json()).toMatchObject({ code: 'database_unavailable' });
  });
});

describe('the log', () => {
  it('holds no secret and no parameter, also where a query fails', () => {
    const output = shop.app.output();
    expect(output).toContain('"type":"database"');
    for (const secret of [
      shop.key.apiKey,
      shop.key.signingSecret,
      shop.key.descriptor,
      new URL(shop.node.url).password,
    ]) {
      expect(output).not.toContain(secret);
    }
    expect(output).not.toMatch(/params:|Failed query/);
  });
});
