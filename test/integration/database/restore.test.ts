import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { wallet } from '@/db/schema/accounts';
import { createBitcoindSource } from '@/lib/chain/sources/node/bitcoind';
import type { PaymentResponse } from '@/lib/http/payments/payment-response';
import { skipAddressesInAllWallets } from '@/lib/keys/skip-indexes';
import { type Backup, copyDatabase, dumpDatabase } from '@/test/support/backup';
import { startBitcoind, type TestNode } from '@/test/support/bitcoind';
import { findPostgresPrograms, startFullPostgres } from '@/test/support/full-postgres';
import { newDatabase } from '@/test/support/new-database';
import { openTestMerchant, type TestMerchant } from '@/test/support/test-merchant';

interface Way {
  readonly name: string;
  open(): Promise<{
    readonly postgresUrl: string;
    backUp(url: string): Promise<Backup>;
    stop(): Promise<void>;
  }>;
}

const programs = findPostgresPrograms();

const WAYS: readonly Way[] = [
  {
    name: 'a copy of the database',
    open: async () => ({
      postgresUrl: inject('postgresUrl'),
      backUp: copyDatabase,
      stop: async () => {},
    }),
  },
  // The embedded PostgreSQL has no pg_dump, so these commands need a full installation.
  ...(programs === undefined
    ? []
    : [
        {
          name: "the runbook's commands",
          open: async () => {
            const server = await startFullPostgres(programs);
            return {
              postgresUrl: server.url,
              backUp: (url: string) => dumpDatabase(url, programs),
              stop: () => server.stop(),
            };
          },
        },
      ]),
];

const HOUR_MS = 3_600_000;

describe.each(WAYS)('a database restored from $name', ({ open }) => {
  let place: Awaited<ReturnType<Way['open']>>;
  let node: TestNode;
  let merchant: TestMerchant;
  let backup: Backup;
  /** The backed-up payments, by what happens to them later. */
  let known: Record<string, PaymentResponse>;
  const lost = new Map<string, PaymentResponse>();
  const announced = new Map<string, { id: string; type: string; txid: string | null }[]>();
  let since: PaymentResponse[];

  const source = () => createBitcoindSource('regtest', new URL(node.url));
  const pay = (name: string, sats = 100_000) => node.sendTo(known[name]?.address ?? '', sats);
  const mine = async (blocks: number) => {
    await node.mine(blocks);
    await merchant.sync();
  };

  beforeAll(async () => {
    [place, node] = await Promise.all([open(), startBitcoind()]);
    merchant = await openTestMerchant(source, 'regtest', newDatabase(place.postgresUrl));
    await merchant.sync();
    await yesterday();
    backup = await place.backUp(merchant.base.url);
    await today();
    for (const payment of Object.values(known)) {
      lost.set(payment.id, await merchant.payment(payment.id));
      announced.set(payment.id, await merchant.events(payment.id));
    }
    await backup.restore();
  });
  afterAll(async () => {
    await Promise.all([node?.stop(), merchant?.close()]);
    await backup?.remove();
    await place?.stop();
  });

  async function yesterday() {
    const create = (depth: number, expiresInSeconds = 86_400) =>
      merchant.create({ requiredConfirmations: depth, expiresInSeconds });
    known = {
      paidLater: await create(2),
      confirmedLater: await create(3),
      unconfirmedLater: await create(1),
      paidInTwoParts: await create(1),
      settledBefore: await create(1),
      remined: await create(1),
      movedByReorg: await create(1),
      takenBack: await create(1),
      paidTooLate: await create(1, 300),
      neverPaid: await create(1, 300),
      canceledThenPaid: await create(1),
    };
    await merchant.cancel(known.canceledThenPaid?.id ?? '');
    await pay('settledBefore');
    await mine(3);
    await pay('remined');
    instead = await payToBeMoved();
    await mine(1);
    await pay('confirmedLater');
    await pay('paidInTwoParts', 40_000);
    takenTx = await payAlone('takenBack');
    await merchant.sync();
  }
  let instead: string;
  let takenTx: string;

  /** Runs a reorg, and then sends the transactions again that the node has dropped. */
  async function keepingTheMempool(reorg: () => Promise<void>) {
    const waiting = await node.rpc<Record<string, { ancestorcount: number }>>(
      'getrawmempool',
      true,
    );
    const raw = new Map<string, string>();
    for (const txid of Object.keys(waiting)) {
      raw.set(txid, await node.rpc<string>('getrawtransaction', txid));
    }
    await reorg();
    const kept = await node.rpc<string[]>('getrawmempool');
    const order = (txid: string) => waiting[txid]?.ancestorcount ?? 0;
    for (const txid of [...raw.keys()].sort((a, b) => order(a) - order(b))) {
      if (!kept.includes(txid)) await node.rpc('sendrawtransaction', raw.get(txid));
    }
  }

  /** Pays, and locks the outputs of the transaction, so that the wallet does not spend them. */
  async function payAlone(name: string): Promise<string> {
    const txid = await pay(name);
    const outputs = [0, 1].map((vout) => ({ txid, vout }));
    await node.rpc('lockunspent', false, outputs);
    return txid;
  }

  /** @returns the transaction with which a reorg later replaces the payment's transaction */
  async function payToBeMoved(): Promise<string> {
    const txid = await payAlone('movedByReorg');
    return node.conflicting(txid, { [known.movedByReorg?.address ?? '']: 100_000 });
  }

  async function today() {
    // The last block of the backup leaves the chain, and its transactions are replaced.
    await node.replace(takenTx);
    await keepingTheMempool(async () => {
      await node.disconnect(1);
      await node.mineOnly();
      await node.mineOnly([instead]);
    });
    await merchant.sync();
    merchant.passTime(HOUR_MS);
    await merchant.sync();
    await pay('paidLater');
    await pay('paidTooLate');
    await pay('canceledThenPaid');
    await merchant.sync();
    since = [await merchant.create(), await merchant.create()];
    await node.sendTo(since[0]?.address ?? '', 100_000);
    await mine(1);
    await pay('paidInTwoParts', 60_000);
    await mine(2);
    await node.reorg(2);
    await merchant.sync();
    await pay('unconfirmedLater');
    await merchant.sync();
  }

  it('a restored database lacks the payments made since the backup, and would reuse their addresses', async () => {
    const [first] = since;
    const [row] = await merchant.base.db
      .select({ nextIndex: wallet.nextIndex })
      .from(wallet)
      .where(eq(wallet.id, merchant.key.walletId));
    expect(row?.nextIndex).toBe(Object.keys(known).length);
    await expect(merchant.payment(first?.id ?? '')).rejects.toThrow('payment_not_found');
  });

  it('when a restored database has caught up with the chain, every known payment has its earlier state again', async () => {
    merchant.source = source();
    expect(await merchant.sync()).toMatchObject({ kind: 'read', complete: true });
    const standing = ({ status, txid, received_sats, confirmations }: PaymentResponse) => ({
      status,
      txid,
      received_sats,
      confirmations,
    });
    for (const [name, { id }] of Object.entries(known)) {
      const before = lost.get(id);
      expect(standing(await merchant.payment(id)), name).toEqual(before && standing(before));
    }
    const statuses = Object.entries(known).map(([name, { id }]) => [name, lost.get(id)?.status]);
    expect(Object.fromEntries(statuses)).toEqual({
      paidLater: 'confirmed',
      confirmedLater: 'confirmed',
      unconfirmedLater: 'detected',
      paidInTwoParts: 'confirmed',
      settledBefore: 'confirmed',
      remined: 'confirmed',
      movedByReorg: 'confirmed',
      takenBack: 'pending',
      paidTooLate: 'confirmed',
      neverPaid: 'expired',
      canceledThenPaid: 'confirmed',
    });
  });

  it('after a restore, the events since the backup are sent again under new ids', async () => {
    for (const [name, { id }] of Object.entries(known)) {
      const events = await merchant.events(id);
      const before = announced.get(id) ?? [];
      const last = ({ type, txid }: { type: string; txid: string | null }) => `${type} ${txid}`;
      expect(events.map(last).at(-1), name).toBe(before.map(last).at(-1));
      expect(before.map(last), name).toEqual(expect.arrayContaining(events.map(last)));
    }
    const idsOf = async (name: string) =>
      (await merchant.events(known[name]?.id ?? '')).map(({ id }) => id);
    const beforeIds = (name: string) =>
      (announced.get(known[name]?.id ?? '') ?? []).map(({ id }) => id);
    expect(await idsOf('settledBefore')).toEqual(beforeIds('settledBefore'));
    const again = await idsOf('confirmedLater');
    expect(again[0]).toBe(beforeIds('confirmedLater')[0]);
    expect(beforeIds('confirmedLater')).not.toContain(again.at(-1));
  });

  it('after the wallets of a restored database skip enough indexes, no earlier address is used again', async () => {
    await skipAddressesInAllWallets(merchant.base.db, 1_000);
    const handedOut = [...Object.values(known), ...since].map(({ address }) => address);
    for (const payment of [await merchant.create(), await merchant.create()]) {
      expect(handedOut).not.toContain(payment.address);
      await node.sendTo(payment.address, 100_000);
      await merchant.sync();
      expect(await merchant.payment(payment.id)).toMatchObject({ status: 'detected' });
    }
  });
});
