import type { Db } from '@/db/client';
import { transaction } from '@/db/schema/chain';
import { output, payment } from '@/db/schema/payments';
import { confirmationRate } from '@/db/schema/rates';
import { refund } from '@/db/schema/refunds';
import type { Currency } from '@/lib/domain/currency';
import { newId } from '@/lib/domain/ids';
import type { PaymentFlag, PaymentStatus } from '@/lib/domain/payment';
import type { Price } from '@/lib/domain/price';
import { toSats } from '@/lib/domain/sats';
import type { DecisionReason } from '@/lib/domain/worklist';
import { withSeal } from '@/lib/keys/seal';
import { newPaymentRow } from '@/lib/payments/payment-row';
import { sealRefund } from '@/lib/refunds/refund-row';
import type { TestKey } from './factories';
import { PLAIN_TERMS } from './plain-terms';
import type { Random } from './random';

export interface HistoryRefund {
  readonly sats: number;
  readonly price: { readonly amount: string; readonly currency: string } | null;
  readonly status: 'requested' | 'ready' | 'sent' | 'confirmed' | 'dropped';
  readonly feeSats: number | null;
  readonly sentAt: number | null;
}

export interface PaymentHistory {
  readonly id: string;
  readonly asked: number;
  readonly price: { readonly amount: string; readonly currency: string } | null;
  readonly status: PaymentStatus;
  readonly flags: readonly PaymentFlag[];
  readonly done: readonly DecisionReason[];
  readonly confirmedAt: number | null;
  readonly acceptedAt: number | null;
  readonly received: number;
  readonly waiting: number;
  /** The rate in euros at the confirmation; null if none was found. */
  readonly rate: string | null;
  readonly refunds: readonly HistoryRefund[];
}

/** All times are between `from` and `to`. After a reorg, the payment may have no confirmation. */
export function randomPaymentHistory(random: Random, from: number, to: number): PaymentHistory {
  const at = () => random.int(from, to);
  const asked = random.int(546, 2_000_000);
  const status = random.pick<PaymentStatus>([
    ...(['confirmed', 'confirmed', 'confirmed', 'confirmed', 'detected'] as const),
    ...(['pending', 'expired', 'canceled'] as const),
  ]);
  const isConfirmed = status === 'confirmed';
  const excess = random.chance(0.2) ? random.int(1, asked) : 0;
  const part = random.pick([0, 0, random.int(1, asked - 1)]);
  const received = isConfirmed || status === 'detected' ? asked + excess : part;
  const isReorged = random.chance(0.1);
  const flags: PaymentFlag[] = [];
  if (excess > 0 && received > asked) flags.push('overpaid');
  if (received > 0 && received < asked) flags.push('underpaid');
  if (isConfirmed && random.chance(0.2)) flags.push('late');
  if (isReorged) flags.push('reorged');
  const reasons = ['late', 'overpaid', 'underpaid'] as const;
  const done = reasons.filter((reason) => flags.includes(reason) && random.chance(0.5));
  const canAccept = received > 0 && done.length > 0 && status !== 'pending';
  const hasPrice = random.chance(0.5);
  const amount = (random.int(1, 90_000) / 100).toFixed(2);
  const waiting = random.chance(0.1) ? random.int(0, received) : 0;
  return {
    ...{ id: newId('payment'), asked, status, flags, done, received },
    price: hasPrice ? { amount, currency: random.pick(['EUR', 'EUR', 'USD']) } : null,
    confirmedAt: isConfirmed || (isReorged && random.chance(0.5)) ? at() : null,
    acceptedAt: canAccept && random.chance(0.4) ? at() : null,
    waiting: status === 'detected' ? received : waiting,
    rate: random.chance(0.8) ? `${random.int(20_000, 99_999)}.${random.int(1, 99_999_999)}` : null,
    refunds: received > 0 && random.chance(0.3) ? randomRefunds(random, received, at) : [],
  };
}

function randomRefunds(random: Random, received: number, at: () => number): HistoryRefund[] {
  return Array.from({ length: random.int(1, 3) }, () => {
    const status = random.pick(['requested', 'ready', 'sent', 'confirmed', 'dropped'] as const);
    const isSeen = status === 'sent' || status === 'confirmed';
    return {
      ...{ sats: random.int(1, received), status },
      price: random.chance(0.5)
        ? { amount: (random.int(1, 9_000) / 100).toFixed(2), currency: 'EUR' }
        : null,
      feeSats: isSeen && random.chance(0.9) ? random.int(100, 5_000) : null,
      // A refund may have been sent before it was dropped.
      sentAt: isSeen || (status === 'dropped' && random.chance(0.5)) ? at() : null,
    };
  });
}

export async function storePaymentHistories(
  db: Db,
  key: TestKey,
  lives: readonly PaymentHistory[],
): Promise<void> {
  for (const [nth, life] of lives.entries()) await storeLife(db, key, life, nth);
}

async function storeLife(db: Db, key: TestKey, life: PaymentHistory, nth: number) {
  const destination = {
    address: `address ${life.id}`,
    script: `0014${life.id}`,
    walletId: null,
    derivationIndex: null,
    watchFromHeight: 0,
    watchAfterHash: null,
  };
  const created = new Date('2025-01-01T00:00:00Z');
  const row = newPaymentRow(key.actor, PLAIN_TERMS, destination, created);
  const moment = (at: number | null) => (at === null ? null : new Date(at));
  const price = life.price && {
    ...{ ...life.price, currency: life.price.currency as Currency, rate: '61000.5' },
    ...{ source: 'coinbase', quotedAt: created.toISOString(), spreadPpm: 0 },
  };
  await db.insert(payment).values(
    withSeal('payment', {
      ...row,
      ...{ id: life.id, status: life.status, flags: [...life.flags], handled: [...life.done] },
      ...{
        amountSats: toSats(life.asked),
        requiredSats: toSats(life.asked),
        price: price as Price,
      },
      ...{ receivedSats: toSats(life.received), reference: `Order ${nth}`, holdsAddress: false },
      ...{ confirmedAt: moment(life.confirmedAt), acceptedAt: moment(life.acceptedAt) },
    }),
  );
  if (life.waiting > 0) await storeWaiting(db, key, life, created);
  if (life.rate !== null) {
    await db.insert(confirmationRate).values({
      ...{ paymentId: life.id, currency: 'EUR' as Currency, confirmedAt: created, wanted: false },
      ...{ rate: life.rate, source: 'kraken', quotedAt: created },
    });
  }
  for (const [place, { sats, price: fixed, status, feeSats, sentAt }] of life.refunds.entries()) {
    const isSeen = status === 'sent' || status === 'confirmed';
    const [made] = await db
      .insert(refund)
      .values({
        ...{
          id: `${life.id}-${place}`,
          paymentId: life.id,
          apiKeyId: key.id,
          network: key.network,
        },
        ...{ amountSats: toSats(sats), price: fixed && { ...fixed, currency: 'EUR' as Currency } },
        ...{ status, sentAt: moment(sentAt), createdAt: created, updatedAt: created },
        feeSats: feeSats === null ? null : toSats(feeSats),
        ...{ askedSats: [toSats(sats)], requiredConfirmations: 1 },
        address: status === 'requested' ? null : 'address',
        script: status === 'requested' ? null : `0014${life.id}${place}`,
        ...{ txid: isSeen ? `${life.id}-${place}` : null, vout: 0, height: 100 },
        confirmedAt: moment(sentAt),
        droppedAt: status === 'dropped' ? created : null,
      })
      .returning();
    if (made) await sealRefund(db, made);
  }
}

async function storeWaiting(db: Db, key: TestKey, life: PaymentHistory, firstSeenAt: Date) {
  const network = key.network;
  const txid = Buffer.from(life.id.padEnd(32)).toString('hex').slice(0, 64);
  await db.insert(transaction).values({ network, txid, firstSeenAt, spends: [] });
  await db.insert(output).values({
    ...{ network, txid, vout: 0, paymentId: life.id, sats: toSats(life.waiting), firstSeenAt },
  });
}
