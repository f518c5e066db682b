import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { isAmong } from '@/db/is-among';
import { apiKey } from '@/db/schema/accounts';
import { payment } from '@/db/schema/payments';
import { type DecisionReason, findDecisionReasons } from '@/lib/domain/worklist';
import type { PaymentChangeHook } from '@/lib/payments/record-standings';
import { notifyMembers } from './notify-members';

type Facts = Awaited<ReturnType<typeof readFlagged>>[number];

const WORDS: Readonly<Record<DecisionReason, (of: Facts) => { subject: string; body: string }>> = {
  late: (of) => ({
    subject: `Late money for payment ${of.name}`,
    body: `Payment ${of.name} received its money after it had ended: ${of.received} of ${of.amount} sat. Decide whether you accept it or give it back.`,
  }),
  underpaid: (of) => ({
    subject: `Payment ${of.name} received too little`,
    body: `Payment ${of.name} ended with ${of.received} of ${of.amount} sat. Decide whether you accept it or give it back.`,
  }),
  overpaid: (of) => ({
    subject: `Payment ${of.name} received too much`,
    body: `Payment ${of.name} received ${of.received} sat, and asked for ${of.amount} sat. Decide whether you keep the rest or give it back.`,
  }),
  reverted: (of) => ({
    subject: `Payment ${of.name} was reverted`,
    body: `Money for payment ${of.name} disappeared after it was seen, or lost its confirmation. The payment now has ${of.received} of ${of.amount} sat. If you have shipped, open the payment.`,
  }),
};

/** Notifies members of payments that now need a decision, in the transaction of the change. */
export const notifyOfDecisions: PaymentChangeHook = async (tx, paymentIds, now) => {
  const flagged = await readFlagged(tx, paymentIds);
  const notifications = flagged.flatMap((of) =>
    findDecisionReasons(of)
      .filter((reason) => !of.handled.includes(reason))
      .map((reason) => ({
        ...WORDS[reason](of),
        merchantId: of.merchantId,
        topic: 'money' as const,
        fact: `${reason} ${of.id} ${of.received}`,
        link: { text: 'Open the payment', path: `/dashboard/payments/${of.id}` },
      })),
  );
  await notifyMembers(tx, notifications, now);
};

async function readFlagged(tx: Db, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return tx
    .select({
      id: payment.id,
      name: sql<string>`coalesce(${payment.reference}, ${payment.id})`,
      merchantId: apiKey.merchantId,
      status: payment.status,
      flags: payment.flags,
      handled: payment.handled,
      amount: payment.amountSats,
      received: payment.receivedSats,
    })
    .from(payment)
    .innerJoin(apiKey, eq(apiKey.id, payment.apiKeyId))
    .where(and(isAmong(payment.id, ids), sql`${payment.flags} <> '{}'`));
}
