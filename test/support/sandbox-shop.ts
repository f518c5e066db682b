import { MEMPOOL_GRACE_MS } from '@/lib/chain/follow/read-mempool';
import { createSandboxSource } from '@/lib/chain/sources/sandbox/source';
import { type Sats, toSats } from '@/lib/domain/sats';
import type { InboxReason } from '@/lib/domain/worklist';
import { createPayment } from '@/lib/payments/create-payment';
import { expirePayments } from '@/lib/payments/expire-payments';
import { createLedger } from '@/lib/payments/ledger';
import { NewPaymentSignal } from '@/lib/payments/new-payment-signal';
import type { NewPayment, UnquotedPayment } from '@/lib/payments/payment-row';
import { noPaymentChangeHook, type PaymentChangeHook } from '@/lib/payments/record-standings';
import { type Simulation, simulate as simulateOn } from '@/lib/payments/simulate';
import { syncChain } from '@/lib/payments/sync-chain';
import { paymentDetail } from '@/lib/payments/views/payment-detail';
import { createTestActor } from './actor';
import { createTestDatabase } from './database';
import { createTestKey } from './factories';
import { fixedRates } from './fixed-rates';
import { PLAIN_TERMS } from './plain-terms';

const LIFE_MS = PLAIN_TERMS.expiresInSeconds * 1_000;
export const SHOP_TERMS = { ...PLAIN_TERMS, amount: toSats(50_000), requiredConfirmations: 1 };

/** A merchant on the sandbox. Only the test moves its clock and its chain. */
export async function openSandboxShop(afterChange: PaymentChangeHook = noPaymentChangeHook) {
  const base = await createTestDatabase();
  const key = await createTestKey(base.db);
  const member = await createTestActor(base.db, key.merchantId, 'member');
  const viewer = await createTestActor(base.db, key.merchantId, 'viewer');
  let ahead = 0;
  const now = () => new Date(Date.now() + ahead);
  const source = () => createSandboxSource(base.db, now);
  const deps = {
    db: base.db,
    sources: new Map([['regtest', source()] as const]),
    newPayments: new NewPaymentSignal(),
    rates: fixedRates(base.db),
    policy: { allowPrivate: true },
  };
  const sync = async () => {
    const ledger = createLedger(base.db, afterChange);
    await syncChain(base.database, 'regtest', source(), now, ledger);
    await expirePayments(base.db, now(), afterChange);
  };
  await sync();

  async function create(terms: NewPayment | UnquotedPayment = SHOP_TERMS): Promise<string> {
    return (await createPayment(deps, member, key.id, terms, now())).id;
  }

  async function simulate(id: string, simulation: Simulation) {
    const sandboxOf = () => ({ catchUp: sync });
    await simulateOn({ db: base.db, sandboxOf }, member, id, simulation, now());
  }

  return {
    base,
    key,
    member,
    viewer,
    deps,
    now,
    create,
    drop: () => base.drop(),
    pay: (id: string, sats: Sats = SHOP_TERMS.amount) => simulate(id, { action: 'pay', sats }),
    mine: (id: string) => simulate(id, { action: 'mine', blocks: 1 }),
    reorg: (id: string) => simulate(id, { action: 'reorg', blocks: 1, drop: [], remine: false }),
    async expire() {
      ahead += LIFE_MS + 1_000;
      await sync();
    },
    /** Takes the payment's transaction back, and moves the clock until it no longer counts. */
    async takeBack(id: string) {
      const { row } = await paymentDetail(base.db, viewer, id);
      await simulate(id, { action: 'take_back', txid: row.txid ?? '' });
      ahead += MEMPOOL_GRACE_MS + 1_000;
      await sync();
    },
    async openReasons(id: string): Promise<InboxReason[]> {
      const { work } = await paymentDetail(base.db, viewer, id);
      return work.filter(({ handled }) => handled === null).map(({ reason }) => reason);
    },
  };
}
