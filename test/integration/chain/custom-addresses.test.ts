import { randomBytes } from 'node:crypto';
import { address as addresses } from 'bitcoinjs-lib';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKey } from '@/db/schema/accounts';
import { payment } from '@/db/schema/payments';
import { mine } from '@/lib/chain/sandbox/mine';
import { payAddress } from '@/lib/chain/sandbox/pay-address';
import { reorg } from '@/lib/chain/sandbox/reorg';
import { replaceTransaction } from '@/lib/chain/sandbox/replace-transaction';
import { createSandboxSource } from '@/lib/chain/sandbox/source';
import { toSats } from '@/lib/domain/sats';
import { expirePayments } from '@/lib/payments/expire-payments';
import { createLedger } from '@/lib/payments/ledger';
import { syncChain } from '@/lib/payments/sync-chain';
import { untilLocked } from '@/test/support/lock-waits';
import { openTestMerchant, type TestMerchant } from '@/test/support/test-merchant';

let merchant: TestMerchant;
beforeAll(async () => {
  merchant = await openTestMerchant(({ db }, clock) => createSandboxSource(db, clock));
  await merchant.sync();
});
afterAll(() => merchant.close());

const newAddress = () => addresses.toBech32(randomBytes(20), 0, 'bcrt');
const pay = async (address: string, sats = 100_000) =>
  (await payAddress(merchant.base.db, { address, sats: toSats(sats) }, merchant.now())).txid;
const mineBlocks = (blocks: number) => mine(merchant.base.db, { blocks }, merchant.now());
const fork = (blocks: number, remine: boolean) =>
  reorg(merchant.base.db, { blocks, remine }, merchant.now());

async function create(destinationAddress: string, requiredConfirmations = 1) {
  merchant.passTime(1);
  const { id } = await merchant.create({ destinationAddress, requiredConfirmations });
  return id;
}

async function standing(id: string) {
  await merchant.sync();
  return merchant.payment(id);
}

/** A confirmed payment, and a later one to the same address. */
async function twoPayments() {
  const address = newAddress();
  const first = await create(address);
  const txid = await pay(address);
  await mineBlocks(1);
  expect(await standing(first)).toMatchObject({ status: 'confirmed' });
  return { address, first, second: await create(address), txid };
}

describe('money to a customer-provided address', () => {
  it('counts once it was seen, in whatever block a reorg confirms it, even one as low as the tip at create', async () => {
    const address = newAddress();
    const id = await create(address);
    const txid = await pay(address);
    expect(await standing(id)).toMatchObject({ status: 'detected', txid });
    await fork(3, true);
    expect(await standing(id)).toMatchObject({ status: 'confirmed', txid, confirmations: 4 });
  });

  it('stays with the payment it paid when a reorg confirms it below the start of a later one', async () => {
    const { first, second, txid } = await twoPayments();
    await mineBlocks(2);
    await fork(4, true);
    expect(await standing(first)).toMatchObject({ status: 'confirmed', txid });
    expect(await standing(second)).toMatchObject({ status: 'pending', received_sats: 0 });
  });

  it('belongs to the earlier payment if it was mined unread before a later one to the address', async () => {
    const address = newAddress();
    const first = await create(address);
    await standing(first);
    const txid = await pay(address);
    await mineBlocks(1);
    await merchant.cancel(first);
    const second = await create(address);
    expect(await standing(first)).toMatchObject({ status: 'confirmed', flags: ['late'], txid });
    expect(await merchant.payment(second)).toMatchObject({ status: 'pending', received_sats: 0 });
  });
});

it('a payment whose first block is unknown, as before this was kept, goes by heights', async () => {
  const address = newAddress();
  await mineBlocks(1);
  const id = await create(address);
  await merchant.base.db.update(payment).set({ watchAfterHash: null }).where(eq(payment.id, id));
  await pay(address);
  await fork(1, true);
  expect(await standing(id)).toMatchObject({ status: 'pending', received_sats: 0 });
  const txid = await pay(address);
  await mineBlocks(1);
  expect(await standing(id)).toMatchObject({ status: 'confirmed', txid });
});

describe('money in the mempool from before a payment to its address', () => {
  it('is found by a process that has looked at it before, and by one that has not', async () => {
    const [first, second] = [newAddress(), newAddress()];
    await pay(first);
    await pay(second);
    await merchant.sync();
    const other = createSandboxSource(merchant.base.db, merchant.now);
    const syncOther = () => syncChain(merchant.base.database, 'regtest', other, merchant.now);
    await syncOther();
    const ids = [await create(first), await create(second)];
    await syncOther();
    await mineBlocks(1);
    for (const id of ids) {
      expect(await standing(id)).toMatchObject({ status: 'confirmed', received_sats: 100_000 });
      const events = (await merchant.events(id)).map(({ type }) => type);
      expect(events).toEqual(['payment.detected', 'payment.confirmed']);
    }
  });

  it('is looked for before the payment expires, however late it was created', async () => {
    const address = newAddress();
    const txid = await pay(address);
    await merchant.sync();
    // As from a machine whose clock is slow: its time is over before the first look.
    merchant.passTime(-3_600_000);
    const { id } = await merchant.create({ destinationAddress: address, expiresInSeconds: 300 });
    merchant.passTime(3_600_000);
    expect(await expirePayments(merchant.base.db, merchant.now())).toBe(0);
    expect(await standing(id)).toMatchObject({ status: 'detected', txid, flags: [] });
  });

  it('stays with an earlier payment that it paid', async () => {
    const address = newAddress();
    const first = await create(address);
    await pay(address, 50_000);
    await standing(first);
    merchant.passTime(3_601_000);
    expect(await standing(first)).toMatchObject({ status: 'expired', received_sats: 50_000 });
    const second = await create(address);
    expect(await standing(second)).toMatchObject({ status: 'pending', received_sats: 0 });
    expect(await merchant.payment(first)).toMatchObject({ received_sats: 50_000 });
  });
});

describe('a payment that a reorg makes active again', () => {
  it('keeps its address from further payments, also once its current holder is canceled', async () => {
    const { address, first, second } = await twoPayments();
    await fork(1, false);
    expect(await standing(first)).toMatchObject({ status: 'detected', flags: ['reorged'] });
    await merchant.cancel(second);
    await expect(create(address)).rejects.toMatchObject({ code: 'address_in_use' });
    await mineBlocks(1);
  });

  it('leaves its address to a create that is not committed yet, in the same read', async () => {
    const { base, key } = merchant;
    const address = newAddress();
    const first = await create(address);
    await pay(address);
    await mineBlocks(1);
    expect(await standing(first)).toMatchObject({ status: 'confirmed' });
    await fork(1, false);
    // The insert's own check of its key waits for this row, when its payment is written.
    const [creating, reading] = await base.db.transaction(async (tx) => {
      await tx.select().from(apiKey).where(eq(apiKey.id, key.id)).for('update');
      const made = create(address);
      await untilLocked('the create waits', base.db);
      const read = merchant.sync();
      await untilLocked('the read waits', base.db, 2);
      return [made, read] as const;
    });
    const second = await creating;
    expect(await reading).toMatchObject({ kind: 'read' });
    expect(await merchant.payment(first)).toMatchObject({ status: 'detected', flags: ['reorged'] });
    expect(await merchant.payment(second)).toMatchObject({ status: 'pending', received_sats: 0 });
    await mineBlocks(1);
  });

  it('leaves its address to the later payment, when that moves in the same read', async () => {
    const address = newAddress();
    const first = await create(address);
    const txid = await pay(address);
    await mineBlocks(1);
    expect(await standing(first)).toMatchObject({ status: 'confirmed' });
    // Payments move in the order of their ids: the later one second.
    let second = await create(address, 3);
    while (second < first) {
      await merchant.cancel(second);
      second = await create(address, 3);
    }
    // More than the change of the first transaction, which the reorg drops.
    await pay(address, 6_000_000_000);
    expect(await standing(second)).toMatchObject({ status: 'detected' });
    await reorg(merchant.base.db, { blocks: 1, remine: true, drop: [txid] }, merchant.now());
    expect(await standing(first)).toMatchObject({ status: 'detected', flags: ['reorged'] });
    expect(await merchant.payment(second)).toMatchObject({ confirmations: 2 });
    const rows = await merchant.base.db
      .select({ id: payment.id })
      .from(payment)
      .where(and(eq(payment.address, address), eq(payment.holdsAddress, true)));
    expect(rows).toEqual([{ id: second }]);
  });

  it('keeps its address from a create that waits for the read', async () => {
    const { base } = merchant;
    const { address, first, second } = await twoPayments();
    await fork(1, false);
    // The read is held up once it has moved the payment, and before it commits.
    await base.db.execute(sql`create function hold_up() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock(42); return new; end $$`);
    await base.db.execute(sql`create trigger hold_up before insert on payment_change
      for each row when (new.payment_id = ${sql.raw(`'${first}'`)}) execute function hold_up()`);
    const [creating, reading] = await base.db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(42)`);
      const read = merchant.sync();
      await untilLocked('the read waits', base.db);
      await merchant.cancel(second);
      const refused = create(address).catch((error: unknown) => error);
      await untilLocked('the create waits', base.db, 2);
      return [refused, read] as const;
    });
    expect(await creating).toMatchObject({ code: 'address_in_use' });
    expect(await reading).toMatchObject({ kind: 'read' });
    await base.db.execute(sql`drop trigger hold_up on payment_change`);
    await mineBlocks(1);
  });

  it('has its address looked up at an Esplora server, also once the later payment is canceled', async () => {
    const { address, first, second, txid } = await twoPayments();
    await reorg(merchant.base.db, { blocks: 1, remine: true, drop: [txid] }, merchant.now());
    await standing(first);
    // After this time a transaction that nobody has counts as gone.
    merchant.passTime(61_000);
    expect(await standing(first)).toMatchObject({ status: 'pending' });
    const lookedUp = async () => {
      const { addresses } = await createLedger(merchant.base.db).open('regtest', merchant.now());
      return addresses.filter((one) => one.address === address).length;
    };
    expect(await lookedUp()).toBe(1);
    await merchant.cancel(second);
    expect(await merchant.payment(first)).toMatchObject({ status: 'pending' });
    expect(await lookedUp()).toBe(1);
  });

  it('gets further money once the later payment is canceled', async () => {
    const { address, first, second } = await twoPayments();
    await fork(1, false);
    await standing(first);
    await merchant.cancel(second);
    await pay(address, 5_000);
    expect(await standing(first)).toMatchObject({
      received_sats: 105_000,
      flags: ['overpaid', 'reorged'],
    });
    expect(await merchant.payment(second)).toMatchObject({ status: 'canceled', received_sats: 0 });
    await mineBlocks(1);
  });
});

describe('a reorg between two reads', () => {
  it('announces a payment confirmed in another transaction, though it stays confirmed', async () => {
    const id = await create(newAddress());
    const { address } = await merchant.payment(id);
    const first = await pay(address);
    await mineBlocks(1);
    expect(await standing(id)).toMatchObject({ status: 'confirmed', txid: first });
    await fork(1, false);
    const bumped = await replaceTransaction(
      merchant.base.db,
      { txid: first, to: 'same' },
      merchant.now(),
    );
    await mineBlocks(1);
    expect(await standing(id)).toMatchObject({ status: 'confirmed', txid: bumped.txid, flags: [] });
    const events = await merchant.events(id);
    expect(events.map(({ type, txid }) => [type, txid])).toEqual([
      ['payment.confirmed', first],
      ['payment.confirmed', bumped.txid],
    ]);
  });
});
