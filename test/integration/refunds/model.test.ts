import { Transaction } from 'bitcoinjs-lib';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { refund } from '@/db/schema/refunds';
import { sandboxBlock, sandboxTransaction } from '@/db/schema/sandbox';
import { addressToScript } from '@/lib/bitcoin/address';
import { MEMPOOL_GRACE_MS } from '@/lib/chain/follow/read-mempool';
import { simulateMining } from '@/lib/chain/sources/sandbox/mine';
import { payAddress } from '@/lib/chain/sources/sandbox/pay-address';
import { reorg } from '@/lib/chain/sources/sandbox/reorg';
import { doubleSpend, replaceTransaction } from '@/lib/chain/sources/sandbox/replace-transaction';
import { SandboxRefusal } from '@/lib/chain/sources/sandbox/rules';
import { createSandboxSource } from '@/lib/chain/sources/sandbox/source';
import { toSats } from '@/lib/domain/sats';
import { createRefund } from '@/lib/refunds/create-refund';
import { dropRefund } from '@/lib/refunds/drop-refund';
import { createTestActor } from '@/test/support/actor';
import { createTestKey } from '@/test/support/factories';
import { fixedRates } from '@/test/support/fixed-rates';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { type Random, seededRandom } from '@/test/support/random';
import { openTestMerchant } from '@/test/support/test-merchant';

const SEQUENCES = Number(process.env.RUNS ?? 4);
const STEPS = 30;
const AMOUNTS = [1_000, 2_000];
const PAID_SATS = 100_000;

const merchant = await openForTestFile(
  openTestMerchant((base, clock) => createSandboxSource(base.db, clock)),
);
const { db } = merchant.base;
const member = await createTestActor(db, merchant.key.merchantId, 'member');
const deps = { db, rates: fixedRates(db), newPayments: merchant.newPayments };
merchant.stopClock();
await merchant.sync();

/** An output that can count, as recorded by the sandbox chain itself. */
interface Live {
  readonly txid: string;
  readonly vout: number;
  readonly script: string;
  readonly sats: number;
  readonly height: number | null;
}

/** Every output of the mempool and the active chain, independent of Blocktally's records. */
async function liveOutputs(): Promise<Live[]> {
  const rows = await db
    .select({
      raw: sandboxTransaction.raw,
      state: sandboxTransaction.state,
      height: sandboxBlock.height,
      active: sandboxBlock.active,
    })
    .from(sandboxTransaction)
    .leftJoin(sandboxBlock, eq(sandboxBlock.hash, sandboxTransaction.blockHash));
  return rows.flatMap(({ raw, state, height, active }) => {
    if (state !== 'mempool' && !(state === 'confirmed' && active)) return [];
    const tx = Transaction.fromBuffer(raw);
    return tx.outs.map(({ script, value }, vout) => ({
      txid: tx.getId(),
      vout,
      script: Buffer.from(script).toString('hex'),
      sats: Number(value),
      height: state === 'confirmed' ? height : null,
    }));
  });
}

type Row = typeof refund.$inferSelect;
const isPaid = ({ status }: Pick<Row, 'status'>) => status === 'sent' || status === 'confirmed';

async function check(rows: readonly Row[], since: string): Promise<void> {
  const live = await liveOutputs();
  const tip = (await merchant.source.tip()).height;
  const claimed = new Set<string>();
  for (const row of rows) {
    if (!isPaid(row)) continue;
    const own = live.find(({ txid, vout }) => txid === row.txid && vout === row.vout);
    expect(own, `${since}: ${row.id} has an output`).toMatchObject({
      script: row.script,
      sats: row.amountSats,
    });
    const depth = own?.height == null ? 0 : tip - own.height + 1;
    expect(row.status, since).toBe(depth >= row.requiredConfirmations ? 'confirmed' : 'sent');
    claimed.add(`${row.txid}:${row.vout}`);
  }
  expect(claimed.size, `${since}: an output each`).toBe(rows.filter(isPaid).length);
  for (const row of rows) {
    if (isPaid(row) || row.script === null) continue;
    const missed = live.find(
      ({ txid, vout, script, sats }) =>
        script === row.script && sats === row.amountSats && !claimed.has(`${txid}:${vout}`),
    );
    expect(missed, `${since}: ${row.id} is ${row.status}`).toBeUndefined();
  }
}

/** The events that must result from a change between two reads. */
function eventsBetween(before: Row, after: Row): string[] {
  if (!isPaid(after)) return [];
  if (after.status === 'sent') return isPaid(before) ? [] : ['refund.sent'];
  const isKnown = isPaid(before) && before.announcedTxid === after.txid;
  return isKnown ? [] : ['refund.confirmed'];
}

async function refundsOf(ids: readonly string[]): Promise<Row[]> {
  const rows = await db.select().from(refund);
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

/** Runs a read whose source fails after some calls. Changes committed before the failure stay. */
async function readPartly(random: Random): Promise<void> {
  const whole = merchant.source;
  let callsLeft = random.int(0, 6);
  const failing = new Proxy(whole, {
    get: (target, name: keyof typeof whole) => {
      const method = target[name];
      if (typeof method !== 'function') return method;
      return (...given: never[]) => {
        callsLeft -= 1;
        if (callsLeft < 0) throw new Error('the process was killed');
        return (method as (...of: never[]) => unknown).apply(target, given);
      };
    },
  });
  merchant.source = failing;
  await merchant.sync().catch(() => {});
  merchant.source = whole;
}

const unlessRefused = async (work: () => Promise<unknown>) => {
  await work().catch((error) => {
    if (!(error instanceof SandboxRefusal)) throw error;
  });
};

it(`after any sequence of steps, no refund is invented, lost or counted twice`, async () => {
  for (let n = 0; n < SEQUENCES; n++) {
    const random = seededRandom(`refunds ${process.env.SEED ?? '2026'} ${n}`);
    const strangers = await createTestKey(db);
    const addresses = strangers.firstAddresses.slice(0, 2);
    const { id: paymentId, address } = await merchant.create({ amount: toSats(PAID_SATS) });
    await payAddress(db, { address, sats: toSats(PAID_SATS) }, merchant.now());
    await simulateMining(db, { blocks: 6 }, merchant.now());
    await merchant.sync();
    const ids: string[] = [];
    const events: string[] = [];
    const used = new Set<string>();
    const scripts = addresses.map((one) => addressToScript(one, 'regtest'));
    for (let step = 0; step < STEPS; step++) {
      merchant.passTime(1_000);
      const now = merchant.now();
      const ours = (await liveOutputs()).filter(({ script }) => scripts.includes(script));
      const one = ours.length > 0 ? random.pick(ours).txid : undefined;
      const actions: Record<string, () => Promise<unknown>> = {
        record: async () => {
          const amount = { sats: toSats(random.pick(AMOUNTS)) };
          const to = { address: random.pick(addresses), txid: null, confirmExcess: true };
          used.add(to.address);
          const made = await createRefund(deps, member, { paymentId, amount, ...to }, now);
          ids.push(made.id);
          events.push('refund.created');
        },
        // An address is watched from its first refund on, so older outputs are not found.
        pay: async () => {
          const watched = addresses.filter((to) => used.has(to));
          if (watched.length === 0) return;
          const sats = toSats(random.pick([...AMOUNTS, 1_500]));
          await payAddress(db, { address: random.pick(watched), sats }, now);
        },
        drop: async () => {
          const open = (await refundsOf(ids)).filter(({ status }) => status === 'ready');
          if (open.length > 0) await dropRefund(db, member, random.pick(open).id, now);
        },
        bump: async () => one && replaceTransaction(db, { txid: one, to: 'same' }, now),
        takeBack: async () => one && replaceTransaction(db, { txid: one, to: 'nowhere' }, now),
        doubleSpend: async () => one && doubleSpend(db, { txid: one }, now),
        mine: () => simulateMining(db, { blocks: random.int(1, 2) }, now),
        reorg: () =>
          reorg(
            db,
            {
              blocks: random.int(1, 4),
              drop: one && random.chance(0.5) ? [one] : [],
              remine: random.chance(0.5),
            },
            now,
          ),
        die: () => readPartly(random),
      };
      const name = random.pick(['record', 'pay', 'pay', 'pay', ...Object.keys(actions)]);
      const before = await refundsOf(ids);
      await unlessRefused(actions[name] ?? (async () => {}));
      const since = `sequence ${n}, step ${step}: ${name}`;
      // An interrupted read may have committed a part, so only complete reads are compared.
      const isPart = name === 'die';
      for (const wait of [0, MEMPOOL_GRACE_MS]) {
        const from = isPart && wait === 0 ? before : await refundsOf(ids);
        merchant.passTime(wait);
        await merchant.sync();
        const to = await refundsOf(ids);
        if (!isPart) {
          events.push(
            ...to.flatMap((row) => {
              const was = from.find(({ id }) => id === row.id);
              return was ? eventsBetween(was, row) : [];
            }),
          );
        }
      }
      const rows = await refundsOf(ids);
      await check(rows, since);
      const told = (await merchant.typesOf(paymentId)).filter((type) => type.startsWith('refund.'));
      if (isPart) events.splice(0, events.length, ...told);
      expect([...told].sort(), since).toEqual([...events].sort());
      expect(await merchant.payment(paymentId)).toMatchObject({ received_sats: PAID_SATS });
    }
  }
}, 600_000);
