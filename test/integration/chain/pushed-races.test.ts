import { beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '@/db/client';
import { createBitcoindSource } from '@/lib/chain/sources/node/bitcoind';
import { openKillable } from '@/test/model/killable-process';
import { NO_WATCHED_SCRIPTS } from '@/test/support/no-watched-scripts';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { openPushRig } from '@/test/support/push-rig';
import { until } from '@/test/support/wait';

const rig = await openForTestFile(openPushRig());
const merchant = rig.merchant;
beforeEach(() => rig.restart());

describe('two processes', () => {
  it('two processes that record the same transactions send one payment.detected per payment', async () => {
    const payments = await Promise.all(Array.from({ length: 20 }, () => merchant.create()));
    const txids: string[] = [];
    for (const { address } of payments) {
      txids.push(await merchant.node.sendTo(address, 100_000));
    }
    const database = openDatabase(merchant.base.url, 4);
    const records = [rig.recordIn(rig.newSource()), rig.recordIn(rig.newSource(), database)];
    await Promise.all([
      ...txids.flatMap((txid) => records.map((record) => record(txid))),
      merchant.sync(),
    ]);
    await database.close();
    for (const { id } of payments) expect(await rig.typesOf(id)).toEqual(['payment.detected']);
  });

  it('neither of two processes restores a transaction after one of them has seen its replacement', async () => {
    const { id, txid } = await rig.payPushed();
    const slow = rig.newSource();
    let away = '';
    slow.beforeAnswer = async () => {
      away = await merchant.node.replace(txid);
      await rig.recordIn(rig.newSource())(away);
    };
    await rig.recordIn(slow)(txid);
    expect(await merchant.payment(id)).toMatchObject({ status: 'pending', flags: ['replaced'] });
    await merchant.sync();
    expect(await rig.typesOf(id)).toEqual(['payment.detected', 'payment.reverted']);
  });

  it('a payment stays detected if one process records a fee bump while another records the original', async () => {
    const { id, txid } = await rig.payPushed();
    const slow = rig.newSource();
    let bumped = '';
    slow.beforeAnswer = async () => {
      slow.beforeAnswer = async () => {};
      bumped = await merchant.node.bumpFee(txid);
      await rig.recordIn(rig.newSource())(bumped);
    };
    await rig.recordIn(slow)(txid);
    expect(await merchant.payment(id)).toMatchObject({ status: 'detected', txid: bumped });
    expect(await rig.typesOf(id)).toEqual(['payment.detected']);
  });
});

describe('a fee bump that is recorded before the original transaction', () => {
  async function bump(first: string): Promise<string> {
    const bumped = await merchant.node.bumpFee(first);
    await rig.recordIn(rig.newSource())(bumped);
    return bumped;
  }

  async function expectOnce(id: string, bumped: string): Promise<void> {
    const once = { status: 'pending', received_sats: 50_000, txid: bumped };
    expect(await merchant.payment(id)).toMatchObject(once);
    await merchant.sync();
    expect(await merchant.payment(id)).toMatchObject(once);
    expect(await rig.typesOf(id)).toEqual(['payment.underpaid']);
  }

  it('a fee bump counts once even if another process is still recording the original', async () => {
    const { id, address } = await merchant.create();
    const first = await merchant.node.sendTo(address, 50_000);
    const slow = rig.newSource();
    let bumped = '';
    slow.beforeAnswer = async () => {
      slow.beforeAnswer = async () => {};
      bumped = await bump(first);
    };
    await rig.recordIn(slow)(first);
    await expectOnce(id, bumped);
  });

  it('a fee bump counts once even if a concurrent full chain read still lists the original', async () => {
    const { id, address } = await merchant.create();
    const first = await merchant.node.sendTo(address, 50_000);
    const late = createBitcoindSource('regtest', new URL(merchant.node.url));
    let bumped = '';
    merchant.source = {
      ...late,
      mempool: async (open, scripts) => {
        const view = await late.mempool(open, scripts, NO_WATCHED_SCRIPTS);
        bumped = await bump(first);
        return view;
      },
    };
    await merchant.sync();
    merchant.source = rig.source;
    await expectOnce(id, bumped);
  });
});

describe('a full read that listed the mempool before a push', () => {
  /** Runs `act` after the next full chain read has listed the mempool. */
  async function readWhile(act: () => Promise<unknown>) {
    const late = createBitcoindSource('regtest', new URL(merchant.node.url));
    merchant.source = {
      ...late,
      mempool: async (open, scripts) => {
        const view = await late.mempool(open, scripts, NO_WATCHED_SCRIPTS);
        await act();
        return view;
      },
    };
    expect(await merchant.sync()).toMatchObject({ kind: 'read', complete: true });
    merchant.source = rig.source;
  }

  it('a full chain read that began before a replacement was pushed does not restore the original', async () => {
    const { id, txid } = await rig.payPushed();
    await readWhile(async () => rig.recordIn(rig.newSource())(await merchant.node.replace(txid)));
    expect(await merchant.payment(id)).toMatchObject({ status: 'pending', flags: ['replaced'] });
    expect(await rig.typesOf(id)).toEqual(['payment.detected', 'payment.reverted']);
  });

  it('a full chain read that began before a fee bump was pushed does not restore the original', async () => {
    const { id, txid } = await rig.payPushed();
    let bumped = '';
    await readWhile(async () => {
      bumped = await merchant.node.bumpFee(txid);
      await rig.recordIn(rig.newSource())(bumped);
    });
    expect(await merchant.payment(id)).toMatchObject({ status: 'detected', txid: bumped });
    await merchant.sync();
    expect(await merchant.payment(id)).toMatchObject({ status: 'detected', txid: bumped });
    expect(await rig.typesOf(id)).toEqual(['payment.detected']);
  });

  it('a full chain read that began before a transaction was pushed does not drop the transaction', async () => {
    const { id, address } = await merchant.create();
    await readWhile(async () => {
      const txid = await merchant.node.sendTo(address, 100_000);
      await rig.recordIn(rig.newSource())(txid);
    });
    merchant.passTime(61_000);
    await merchant.sync();
    expect(await rig.statusOf(id)).toBe('detected');
    expect(await rig.typesOf(id)).toEqual(['payment.detected']);
  });

  it('a replaced transaction stays replaced even if a full chain read finds the mempool empty', async () => {
    const { id, address, txid } = await rig.payPushed();
    const honest = merchant.source;
    merchant.source = {
      ...honest,
      mempool: async () => {
        await rig.recordIn(rig.newSource())(await merchant.node.replace(txid));
        await merchant.node.forgetMempool();
        return honest.mempool(async () => [], [], NO_WATCHED_SCRIPTS);
      },
    };
    await merchant.sync();
    merchant.source = honest;
    expect(await merchant.payment(id)).toMatchObject({ status: 'pending', received_sats: 0 });
    const part = await merchant.node.sendTo(address, 50_000);
    const { hex } = await merchant.node.rpc<{ hex: string }>('gettransaction', part);
    await merchant.node.rpc('sendrawtransaction', hex);
    await merchant.sync();
    expect(await merchant.payment(id)).toMatchObject({ status: 'pending', received_sats: 50_000 });
    await merchant.node.rememberMempool();
  });

  it('a full chain read restores a replaced transaction that is in the mempool again', async () => {
    const { id, txid } = await rig.payPushed();
    const { hex } = await merchant.node.rpc<{ hex: string }>('gettransaction', txid);
    rig.push(await merchant.node.replace(txid));
    await until('it is pending', async () => (await rig.statusOf(id)) === 'pending');
    await merchant.node.forgetMempool();
    await merchant.node.rpc('sendrawtransaction', hex);
    await merchant.sync();
    expect(await merchant.payment(id)).toMatchObject({ status: 'detected', txid });
    await merchant.node.rememberMempool();
  });
});

it('a killed process stores a payment completely or not at all, and another process finds the payment', async () => {
  let done = false;
  for (let after = 0; !done; after += 1) {
    const { id, address } = await merchant.create();
    const txid = await merchant.node.sendTo(address, 100_000);
    const lost = after % 2 === 0 ? 'request' : 'answer';
    const killable = await openKillable(merchant.base.url, { of: 'messages', after, lost });
    const result = await killable.live(rig.recordIn(rig.newSource(), killable.database)(txid));
    done = result !== undefined;
    const paid = (await rig.statusOf(id)) === 'detected';
    expect(await rig.typesOf(id)).toEqual(paid ? ['payment.detected'] : []);
    expect((await merchant.payment(id)).received_sats).toBe(paid ? 100_000 : 0);
    await rig.recordIn(rig.newSource())(txid);
    expect(await rig.typesOf(id)).toEqual(['payment.detected']);
    if (after % 15 === 14) {
      await merchant.node.mine(1);
      await merchant.sync();
    }
  }
});
