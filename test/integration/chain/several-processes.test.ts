import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '@/db/client';
import { createBitcoindSource } from '@/lib/chain/sources/node/bitcoind';
import { syncChain } from '@/lib/payments/sync-chain';
import { type NodeMerchant, openNodeMerchant } from '@/test/support/node-merchant';

const PROCESSES = 4;

let merchant: NodeMerchant;
/** Each of these processes has its own connections and mempool cache, like a server process. */
let processes: { database: Database; sync: () => Promise<unknown> }[];

beforeAll(async () => {
  merchant = await openNodeMerchant();
  processes = Array.from({ length: PROCESSES }, () => {
    const database = openDatabase(merchant.base.url, 4);
    const source = createBitcoindSource('regtest', new URL(merchant.node.url));
    return { database, sync: () => syncChain(database, 'regtest', source, merchant.now) };
  });
});
afterAll(async () => {
  await Promise.all(processes.map(({ database }) => database.close()));
  await merchant.close();
});

const syncAll = () => Promise.all(processes.map(({ sync }) => sync()));

describe('several processes on one database', () => {
  it('several processes together find every payment, and send each event of a payment once', async () => {
    const payments = await Promise.all(
      Array.from({ length: 30 }, () => merchant.create({ requiredConfirmations: 2 })),
    );
    for (const [n, { address }] of payments.entries()) {
      await merchant.node.sendTo(address, 100_000);
      if (n % 5 === 0) await syncAll();
      if (n % 10 === 9) await merchant.node.mine(1);
    }
    await syncAll();
    await merchant.node.mine(2);
    await syncAll();
    await merchant.sync();
    for (const { id } of payments) {
      expect(await merchant.payment(id)).toMatchObject({
        status: 'confirmed',
        received_sats: 100_000,
      });
      const types = (await merchant.events(id)).map(({ type }) => type);
      expect(types.at(-1)).toBe('payment.confirmed');
      expect(new Set(types).size).toBe(types.length);
    }
  });

  it('several processes read a chain one at a time, while the others report the chain as busy', async () => {
    await merchant.node.mine(60);
    const kinds = (await syncAll()).map((result) => (result as { kind: string }).kind);
    expect(kinds.filter((kind) => kind === 'read').length).toBeGreaterThan(0);
    expect(kinds.filter((kind) => kind === 'failed')).toEqual([]);
  });

  it('a process with an outdated tip does not move the chain back', async () => {
    const { id, address } = await merchant.create({ requiredConfirmations: 2 });
    await merchant.node.sendTo(address, 100_000);
    await merchant.sync();
    const source = createBitcoindSource('regtest', new URL(merchant.node.url));
    const early = await source.tip();
    await merchant.node.mine(2);
    await merchant.sync();
    const confirmed = await merchant.payment(id);
    expect(confirmed).toMatchObject({ status: 'confirmed', confirmations: 2 });

    const tips = [early];
    const late = { ...source, tip: async () => tips.pop() ?? source.tip() };
    const sync = () => syncChain(merchant.base.database, 'regtest', late, merchant.now);
    expect(await sync()).toMatchObject({ kind: 'read', complete: false, disconnected: 0 });
    expect(await merchant.payment(id)).toEqual(confirmed);
    expect(await sync()).toMatchObject({ kind: 'read', complete: true, connected: 0 });
    expect(await merchant.payment(id)).toEqual(confirmed);
  });

  it('if a block confirms thousands of payments, all of them and their events are committed in one database transaction', async () => {
    const count = 2_000;
    const payments: { id: string; address: string }[] = [];
    for (let n = 0; n < count; n += 100) {
      payments.push(
        ...(await Promise.all(
          Array.from({ length: 100 }, () => merchant.create({ requiredConfirmations: 1 })),
        )),
      );
    }
    for (let n = 0; n < count; n += 500) {
      const outputs = payments.slice(n, n + 500).map(({ address }) => [address, 100_000] as const);
      await merchant.node.sendMany(Object.fromEntries(outputs));
    }
    await merchant.node.mine(1);
    await merchant.sync();
    const [row] = await merchant.base.db.execute<{ confirmed: string; events: string }>(
      `select count(*) filter (where p.status = 'confirmed') as confirmed,
              count(e.id) as events
       from payment p join webhook_event e on e.payment_id = p.id
       where p.id = any(string_to_array('${payments.map(({ id }) => id).join()}', ','))`,
    );
    expect(row).toMatchObject({ confirmed: String(count), events: String(count) });
  });
});
