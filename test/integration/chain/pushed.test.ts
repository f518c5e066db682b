import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { chain, transaction } from '@/db/schema/chain';
import { dumpOf } from '@/test/support/database-dump';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { openPushRig } from '@/test/support/push-rig';
import { until } from '@/test/support/wait';

const rig = await openForTestFile(openPushRig());
const merchant = rig.merchant;
beforeEach(() => rig.restart());

const chainRow = async () => {
  const [row] = await merchant.base.db.select().from(chain).where(eq(chain.network, 'regtest'));
  return row;
};

/** Returns xmin, which PostgreSQL changes with every update of a row. */
const versionsOf = (txid: string) =>
  merchant.base.db
    .select({ version: sql`xmin::text` })
    .from(transaction)
    .where(eq(transaction.txid, txid));

describe('a pushed transaction', () => {
  it('a pushed transaction is recorded with its event, and the next full chain read adds nothing', async () => {
    const before = await chainRow();
    const { id, txid } = await rig.payPushed();
    expect(await merchant.payment(id)).toMatchObject({ txid, received_sats: 100_000 });
    expect(await chainRow()).toEqual(before);
    expect(rig.moves).toEqual([]);
    const recorded = await versionsOf(txid);
    await merchant.sync();
    expect(await versionsOf(txid)).toEqual(recorded);
    expect(await rig.typesOf(id)).toEqual(['payment.detected']);
    await merchant.node.mine(3);
    await merchant.sync();
    expect(await rig.typesOf(id)).toEqual(['payment.detected', 'payment.confirmed']);
  });

  it('a pushed transaction that spends a payment’s inputs reverses the payment without a full chain read', async () => {
    const { id, txid } = await rig.payPushed();
    rig.push(await merchant.node.replace(txid));
    await until('it is pending', async () => (await rig.statusOf(id)) === 'pending');
    expect(await merchant.payment(id)).toMatchObject({ flags: ['replaced'], received_sats: 0 });
  });

  it('a pushed fee bump of a payment counts in place of the original transaction', async () => {
    const { id, txid } = await rig.payPushed();
    const bumped = await merchant.node.bumpFee(txid);
    rig.push(bumped);
    await until('it counts', async () => (await merchant.payment(id)).txid === bumped);
    expect(await merchant.payment(id)).toMatchObject({ received_sats: 100_000, flags: [] });
    expect(await rig.typesOf(id)).toEqual(['payment.detected']);
  });

  it('a pushed transaction changes nothing if it pays no payment, is already mined, or was replaced', async () => {
    const record = rig.recordIn(rig.source);
    const { id, address } = await merchant.create();
    const foreign = await merchant.node.sendTo(await merchant.node.address(), 50_000);
    const before = await dumpOf(merchant.base);
    expect(await record(foreign, randomBytes(32).toString('hex'))).toBe('read');
    expect(await dumpOf(merchant.base)).toEqual(before);

    const replaced = await merchant.node.sendTo(address, 100_000);
    const away = await merchant.node.replace(replaced);
    expect(await record(replaced, away)).toBe('read');
    expect(await dumpOf(merchant.base)).toEqual(before);

    const mined = await merchant.node.sendTo(address, 100_000);
    await merchant.node.mineOnly([mined]);
    expect(await record(mined)).toBe('unknown');
    expect(await dumpOf(merchant.base)).toEqual(before);
    expect(await rig.statusOf(id)).toBe('pending');
    await merchant.sync();
    expect(await rig.statusOf(id)).toBe('detected');
  });

  it('a pushed transaction prevents the expiry only if it was seen in time', async () => {
    const inTime = await merchant.create({ expiresInSeconds: 300 });
    const tooLate = await merchant.create({ expiresInSeconds: 300 });
    const txid = await merchant.node.sendTo(inTime.address, 100_000);
    merchant.passTime(301_000);
    rig.push(txid);
    await until('it is detected', async () => (await rig.statusOf(inTime.id)) === 'detected');
    await merchant.sync();
    expect(await rig.statusOf(tooLate.id)).toBe('expired');
    rig.push(await merchant.node.sendTo(tooLate.address, 100_000));
    await until('it is detected', async () => (await rig.statusOf(tooLate.id)) === 'detected');
    expect((await merchant.payment(tooLate.id)).flags).toEqual(['late']);
    expect((await merchant.payment(inTime.id)).flags).toEqual([]);
  });
});

describe('a full read instead of recording pushed transactions', () => {
  it('a full chain read is requested when the source has an unread block', async () => {
    const { id, address } = await merchant.create();
    await merchant.node.mine(1);
    const txid = await merchant.node.sendTo(address, 100_000);
    const before = await dumpOf(merchant.base);
    rig.push(txid);
    await until('a full read is asked for', () => rig.moves.length > 0);
    expect(await dumpOf(merchant.base)).toEqual(before);
    await merchant.sync();
    expect(await rig.statusOf(id)).toBe('detected');
  });

  it('a full chain read is requested if a double spend is mined while a pushed transaction is recorded', async () => {
    const { id, address } = await merchant.create();
    const txid = await merchant.node.sendTo(address, 100_000);
    const other = rig.newSource();
    other.beforeAnswer = async () => {
      await merchant.node.mineOnly([await merchant.node.conflicting(txid)]);
      await merchant.sync();
    };
    expect(await rig.recordIn(other)(txid)).toBe('full_read_due');
    await merchant.sync();
    expect(await merchant.payment(id)).toMatchObject({ status: 'pending', flags: [] });
    expect(await rig.typesOf(id)).toEqual([]);
  });

  it('a full chain read is requested when another process has stored a new tip but not its blocks', async () => {
    const { id, address } = await merchant.create();
    const txid = await merchant.node.sendTo(address, 100_000);
    const other = rig.newSource();
    const noted = randomBytes(32).toString('hex');
    other.beforeAnswer = () => merchant.base.db.update(chain).set({ tipHash: noted });
    expect(await rig.recordIn(other)(txid)).toBe('full_read_due');
    expect(await rig.recordIn(rig.newSource())(txid)).toBe('full_read_due');
    expect(await rig.statusOf(id)).toBe('pending');
    await merchant.sync();
    expect(await rig.statusOf(id)).toBe('detected');
  });

  it('a full chain read is requested if the process was frozen and its mempool data is outdated', async () => {
    const { id, address } = await merchant.create();
    const txid = await merchant.node.sendTo(address, 100_000);
    const other = rig.newSource();
    other.beforeAnswer = async () => merchant.passTime(11_000);
    expect(await rig.recordIn(other)(txid)).toBe('full_read_due');
    expect(await rig.statusOf(id)).toBe('pending');
  });

  it('a full chain read is requested when it costs less than looking up the pushed transactions', async () => {
    const { id, address } = await merchant.create();
    const txid = await merchant.node.sendTo(address, 100_000);
    for (let n = 0; n < 20_000; n += 1) rig.push(randomBytes(32).toString('hex'));
    rig.push(txid);
    await until('a full read is asked for', () => rig.moves.length > 0);
    expect(rig.source.asked).toBeLessThan(20);
    await merchant.sync();
    expect(await rig.statusOf(id)).toBe('detected');
  });
});

it('after a source has failed, pushed transactions are not recorded until the next successful read', async () => {
  merchant.stopClock();
  const { id, address } = await merchant.create();
  const txid = await merchant.node.sendTo(address, 100_000);
  await merchant.node.pause();
  expect(await merchant.sync()).toMatchObject({ kind: 'failed' });
  await merchant.node.resume();
  const { asked } = rig.source;
  expect(await rig.recordIn(rig.source)(txid)).toBe('paused');
  rig.source.news?.onMove();
  expect(rig.moves).toEqual(['regtest']);
  expect(await rig.chains.sync('regtest')).toMatchObject({ kind: 'backing_off' });
  expect(rig.source.asked).toBe(asked);
  merchant.passTime(3_000);
  await merchant.sync();
  expect(await rig.statusOf(id)).toBe('detected');
});
