import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chain } from '@/db/schema/chain';
import { MEMPOOL_GRACE_MS } from '@/lib/chain/follow/read-mempool';
import { createEsploraSource } from '@/lib/chain/sources/esplora/esplora';
import { syncChain } from '@/lib/payments/sync-chain';
import { startBitcoind } from '@/test/support/bitcoind';
import { startEsplora } from '@/test/support/esplora-server';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { openTestMerchant, type TestMerchant } from '@/test/support/test-merchant';

let merchant: TestMerchant;

const node = await openForTestFile(startBitcoind({ flags: ['-txindex=1'], blocks: 160 }));
const server = await openForTestFile(startEsplora(node));
beforeEach(async () => {
  merchant = await openTestMerchant((_base, clock) => source(clock));
  merchant.stopClock();
  await merchant.sync();
});
afterEach(async () => {
  server.recover();
  await merchant.close();
});

/** The default configuration without pauses between requests. */
const source = (clock: () => Date, lookUpsPerMinute = 8) =>
  createEsploraSource('regtest', server.url, { lookUpsPerMinute, clock, gapMs: 0 });

/**
 * The time between the starts of two reads: the pause, plus the duration of a read, during which
 * the test clock does not move.
 */
const READ_EVERY_MS = 2_005;

/** Reads at the jobs' interval for this time; returns the requests made. */
async function readFor(
  ms: number,
  sync: () => Promise<unknown> = merchant.sync,
): Promise<string[]> {
  const first = server.requests.length;
  for (let passed = 0; passed < ms; passed += READ_EVERY_MS) {
    merchant.passTime(READ_EVERY_MS);
    await sync();
  }
  return server.requests.slice(first);
}

const minutes = (n: number) => n * 60_000;
const matching = (paths: readonly string[], pattern: RegExp) =>
  paths.filter((path) => pattern.test(path)).length;

async function chainRow() {
  const [row] = await merchant.base.db.select().from(chain).where(eq(chain.network, 'regtest'));
  return row;
}

describe('a public server', () => {
  it('at the first read, a public server gets one block request, and one request per ten block hashes', async () => {
    const first = server.requests.length;
    const fresh = source(merchant.now);
    await merchant.base.db.execute('truncate chain, block');
    await syncChain(merchant.base.database, 'regtest', fresh, merchant.now);
    const asked = server.requests.slice(first);
    expect(matching(asked, /\/raw$/)).toBe(1);
    expect(asked.length).toBeLessThan(20);
    const [row] = await merchant.base.db.execute<{ count: string }>('select count(*) from block');
    expect(Number(row?.count)).toBe(145);
  });

  it('a public server gets one request for the tip every half minute if no payment is open', async () => {
    const asked = await readFor(minutes(10));
    expect(new Set(asked)).toEqual(new Set(['/blocks/tip/hash']));
    expect(asked.length).toBeLessThanOrEqual(20);
    expect(asked.length).toBeGreaterThanOrEqual(18);
  });

  it('a public server gets only one block request for each new block', async () => {
    await node.mine(1);
    const asked = await readFor(minutes(1));
    expect(matching(asked, /\/raw$/)).toBe(1);
    expect(matching(asked, /^\/block-height/)).toBe(0);
  });

  it('a public server gets at most eight look-ups a minute for forty open payments', async () => {
    const open = await Promise.all(
      Array.from({ length: 40 }, () => merchant.create({ expiresInSeconds: 86_400 })),
    );
    const asked = await readFor(minutes(10));
    expect(matching(asked, /^\/address/)).toBeLessThanOrEqual(81);
    expect(matching(asked, /^\/address/)).toBeGreaterThan(60);
    expect(asked.length).toBeLessThan(110);
    const left = open.filter(({ address }) => !asked.includes(`/address/${address}/txs`));
    expect(left).toEqual([]);
  });

  it('all processes of a database share one request budget for a public server', async () => {
    await Promise.all(
      Array.from({ length: 20 }, () => merchant.create({ expiresInSeconds: 86_400 })),
    );
    const others = Array.from({ length: 3 }, () => source(merchant.now));
    const asked = await readFor(minutes(5), async () => {
      for (const other of others)
        await syncChain(merchant.base.database, 'regtest', other, merchant.now);
    });
    expect(matching(asked, /^\/address/)).toBeLessThanOrEqual(41);
  });

  it('a larger budget allows more look-ups at a public server, so payments are found sooner', async () => {
    await Promise.all(
      Array.from({ length: 60 }, () => merchant.create({ expiresInSeconds: 86_400 })),
    );
    const fast = source(merchant.now, 600);
    const asked = await readFor(16_000, () =>
      syncChain(merchant.base.database, 'regtest', fast, merchant.now),
    );
    expect(matching(asked, /^\/address/)).toBeGreaterThanOrEqual(60);
  });
});

describe('within the budget', () => {
  it('a new payment is found within seconds despite forty older payments', async () => {
    await Promise.all(
      Array.from({ length: 40 }, () => merchant.create({ expiresInSeconds: 86_400 })),
    );
    await readFor(minutes(8));
    const { id, address } = await merchant.create({});
    await node.sendTo(address, 100_000);
    await readFor(10_000);
    expect(await merchant.payment(id)).toMatchObject({ status: 'detected' });
  });

  it('a detected payment stays detected, however many other payments must be looked up', async () => {
    const open = await Promise.all(
      Array.from({ length: 15 }, () => merchant.create({ expiresInSeconds: 86_400 })),
    );
    await node.sendMany(Object.fromEntries(open.map(({ address }) => [address, 100_000])));
    await readFor(minutes(1));
    merchant.source = source(merchant.now, 1);
    await readFor(minutes(5));
    for (const { id } of open) {
      const { status, flags } = await merchant.payment(id);
      expect({ status, flags }).toEqual({ status: 'detected', flags: [] });
    }
  });

  it('a payment expires only after a look-up that started after its expiry', async () => {
    merchant.source = source(merchant.now, 1);
    const open = await Promise.all(
      Array.from({ length: 4 }, () => merchant.create({ expiresInSeconds: 300 })),
    );
    merchant.passTime(minutes(4));
    const paid = await Promise.all(
      open.slice(2).map(async ({ id, address }) => {
        await node.sendTo(address, 100_000);
        return id;
      }),
    );
    merchant.passTime(minutes(1));
    const asked = await readFor(minutes(8));
    expect(matching(asked, /^\/address/)).toBeLessThanOrEqual(9);
    for (const { id } of open) {
      const expected = paid.includes(id) ? 'detected' : 'expired';
      expect(await merchant.payment(id)).toMatchObject({ status: expected, flags: [] });
    }
  });

  it('an unconfirmed transaction of an ended payment is looked up less and less often', async () => {
    const { id, address } = await merchant.create({ expiresInSeconds: 300 });
    await readFor(minutes(6));
    expect(await merchant.payment(id)).toMatchObject({ status: 'expired' });
    const txid = await node.sendTo(address, 100_000);
    await node.mine(1);
    await readFor(minutes(1));
    expect(await merchant.payment(id)).toMatchObject({ status: 'detected', flags: ['late'] });
    await node.mine(3);
    await readFor(minutes(1));
    expect(await merchant.payment(id)).toMatchObject({ status: 'confirmed' });
    await node.reorg(4, 'empty');
    await node.mineOnly([await node.conflicting(txid)]);
    await readFor(minutes(1) + MEMPOOL_GRACE_MS);
    expect(await merchant.payment(id)).toMatchObject({ received_sats: 0 });
    const asked = await readFor(minutes(20));
    expect(matching(asked, new RegExp(`^/tx/${txid}/hex`))).toBeLessThan(8);
  });
});

describe('a server that responds "too many requests"', () => {
  const wait = async () => {
    const row = await chainRow();
    return Math.round(((row?.nextReadAt?.getTime() ?? 0) - merchant.now().getTime()) / 1_000);
  };

  it('a rate-limited server is polled again after a minute, and then at longer and longer intervals', async () => {
    server.behave(async () => ({ status: 429, body: '' }));
    const waits: number[] = [];
    for (let n = 0; n < 6; n++) {
      merchant.passTime(minutes(16));
      expect(await merchant.sync()).toMatchObject({ fault: 'rate_limited' });
      waits.push(await wait());
    }
    expect(waits).toEqual([60, 120, 240, 480, 900, 900]);
  });

  it('no process polls a rate-limited server before the end of the server’s Retry-After', async () => {
    server.behave(async () => ({ status: 429, body: '', headers: { 'retry-after': '300' } }));
    merchant.passTime(minutes(1));
    await merchant.sync();
    expect(await wait()).toBe(300);
    expect(await readFor(minutes(4))).toEqual([]);
    await expect(merchant.source.tip(0)).rejects.toMatchObject({ fault: 'rate_limited' });
    expect(await readFor(2_000)).toEqual([]);
    server.recover();
    await readFor(minutes(2));
    expect(await chainRow()).toMatchObject({ failures: 0, lastError: null });
  });

  it('a rate-limited server is polled again after an hour at most, even if its Retry-After is longer', async () => {
    server.behave(async () => ({ status: 429, body: '', headers: { 'retry-after': '86400' } }));
    merchant.passTime(minutes(1));
    await merchant.sync();
    expect(await wait()).toBe(3_600);
    server.recover();
    merchant.passTime(minutes(60));
    expect(await merchant.sync()).toMatchObject({ kind: 'read', complete: true });
  });

  it('a rate limit interrupts catching up, which later continues where it stopped', async () => {
    const before = (await chainRow())?.height ?? 0;
    await node.mine(30);
    let blocks = 0;
    server.behave(async (path, honest) => {
      if (path.endsWith('/raw') && ++blocks > 10) return { status: 429, body: '' };
      return honest();
    });
    merchant.passTime(minutes(1));
    expect(await merchant.sync()).toMatchObject({ kind: 'failed' });
    expect((await chainRow())?.height).toBe(before + 9);
    server.recover();
    merchant.passTime(minutes(2));
    expect(await merchant.sync()).toMatchObject({ complete: true, connected: 21 });
  });
});
