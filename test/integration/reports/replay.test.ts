import { asc, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { refund } from '@/db/schema/refunds';
import { webhookEvent } from '@/db/schema/webhooks';
import { simulateMining } from '@/lib/chain/sources/sandbox/mine';
import { payAddress } from '@/lib/chain/sources/sandbox/pay-address';
import { reorg } from '@/lib/chain/sources/sandbox/reorg';
import { replaceTransaction } from '@/lib/chain/sources/sandbox/replace-transaction';
import { createSandboxSource } from '@/lib/chain/sources/sandbox/source';
import { localDay, plusDays } from '@/lib/domain/local-days';
import { parsePeriod, type ReportPeriod } from '@/lib/domain/report-period';
import { toSats } from '@/lib/domain/sats';
import { readReport } from '@/lib/payments/views/report';
import { createRefund } from '@/lib/refunds/create-refund';
import { dropRefund } from '@/lib/refunds/drop-refund';
import { createTestActor } from '@/test/support/actor';
import { createTestKey } from '@/test/support/factories';
import { fixedRates } from '@/test/support/fixed-rates';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { seededRandom } from '@/test/support/random';
import { openTestMerchant } from '@/test/support/test-merchant';

const ROUNDS = Number(process.env.RUNS ?? 25);
const STEPS = 6;
const TIME_ZONE = 'America/New_York';
const HALF_DAY_MS = 43_200_000;

const merchant = await openForTestFile(
  openTestMerchant(({ db }, clock) => createSandboxSource(db, clock)),
);
const { db } = merchant.base;
const member = await createTestActor(db, merchant.key.merchantId, 'member');
const deps = { db, rates: fixedRates(db), newPayments: merchant.newPayments };
const customers = (await createTestKey(db)).firstAddresses;
merchant.stopClock();
await merchant.sync();

const dayOf = (at: Date) => localDay(TIME_ZONE, at);
const first = dayOf(merchant.now());
const period = parsePeriod(`${first}_${plusDays(first, ROUNDS)}`) as ReportPeriod;

interface Entry {
  readonly day: string;
  readonly sats: number;
}

/** Computes what was earned and given back from the last event of each payment and refund. */
async function foldEvents(): Promise<{ earned: Entry[]; returned: Entry[] }> {
  const earned = new Map<string, Entry>();
  const returned = new Map<string, Entry>();
  const events = await db.select().from(webhookEvent).orderBy(asc(webhookEvent.sequence));
  for (const { type, body, paymentId, createdAt } of events) {
    const { data } = JSON.parse(body);
    const day = dayOf(createdAt);
    if (type === 'payment.reverted') earned.delete(paymentId);
    if (type === 'payment.confirmed') {
      earned.set(paymentId, { day: earned.get(paymentId)?.day ?? day, sats: data.received_sats });
    }
    if (type !== 'refund.sent' && type !== 'refund.confirmed') continue;
    const { id, amount_sats: sats } = data.refund;
    // A second refund.sent means that the first transaction vanished.
    if (type === 'refund.sent' || !returned.has(id)) returned.set(id, { day, sats });
  }
  return { earned: [...earned.values()], returned: [...returned.values()] };
}

const sum = (entries: readonly Entry[]) => entries.reduce((all, { sats }) => all + sats, 0);

async function expectReport(round: number): Promise<void> {
  const { earned, returned } = await foldEvents();
  const { days, total } = await readReport(
    db,
    member,
    { period, timeZone: TIME_ZONE },
    merchant.now(),
  );
  const expected = [...new Set([...earned, ...returned].map(({ day }) => day))]
    .sort()
    .map((day) => {
      const [ins, outs] = [earned, returned].map((list) => list.filter((one) => one.day === day));
      return [day, ins?.length, outs?.length, sum(ins ?? []), sum(outs ?? [])];
    });
  const found = days.map(({ day, payments, refunds, gross, refunded }) => [
    ...[day, payments, refunds, gross.sats, refunded.sats],
  ]);
  expect(found, `round ${round}`).toEqual(expected);
  expect(total.net.sats, `round ${round}`).toBe(sum(earned) - sum(returned));
}

it('the report of random payments and refunds equals the sums computed from their events', async () => {
  const random = seededRandom(`replay ${process.env.SEED ?? '2026'}`);
  const sold: { readonly id: string; readonly txid: string }[] = [];
  const ready = () => db.select().from(refund).where(eq(refund.status, 'ready'));
  const give = async () => {
    const { id } = random.pick(sold);
    const sats = toSats(random.int(1_000, 9_000));
    const to = { address: random.pick(customers), txid: null, confirmExcess: true };
    const asked = { paymentId: id, amount: { sats }, ...to };
    return createRefund(deps, member, asked, merchant.now());
  };
  const pay = async (most = Number.POSITIVE_INFINITY) => {
    for (const { address, amountSats: sats } of (await ready()).slice(0, most)) {
      if (address !== null) await payAddress(db, { address, sats }, merchant.now());
    }
  };
  const actions = {
    sell: async () => {
      const sats = toSats(random.int(50_000, 90_000));
      const { id, address } = await merchant.create({ amount: sats, requiredConfirmations: 1 });
      const { txid } = await payAddress(db, { address, sats }, merchant.now());
      sold.push({ id, txid });
    },
    refund: give,
    pay: () => pay(2),
    drop: async () => dropRefund(db, member, (await give()).id, merchant.now()),
    mine: () => simulateMining(db, { blocks: 1 }, merchant.now()),
    reorg: () => reorg(db, { blocks: 2, remine: false }, merchant.now()),
    lose: async () => {
      const { txid } = random.pick(sold.slice(-3));
      const bump = { txid, to: 'nowhere' } as const;
      await replaceTransaction(db, bump, merchant.now()).catch(() => {});
    },
    wait: async () => merchant.passTime(random.int(1, HALF_DAY_MS / STEPS)),
  };
  await actions.sell();
  await simulateMining(db, { blocks: 3 }, merchant.now());
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let step = 0; step < STEPS; step += 1) {
      await random.pick<() => Promise<unknown>>(Object.values(actions))();
      await merchant.sync();
    }
    // No event reports that a refund's transaction vanished, so this call pays all refunds again.
    await pay();
    await merchant.sync();
    // An unconfirmed payment counts up to its refunded amount. No event reports this, so a block
    // confirms the payments.
    await simulateMining(db, { blocks: 1 }, merchant.now());
    await merchant.sync();
    await expectReport(round);
    merchant.passTime(random.int(0, HALF_DAY_MS));
  }
  const { earned, returned } = await foldEvents();
  expect(earned.length).toBeGreaterThan(ROUNDS / 5);
  expect(returned.length).toBeGreaterThan(ROUNDS / 5);
});
