import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { chain } from '@/db/schema/chain';
import { output, payment } from '@/db/schema/payments';
import type { PaymentStatus } from '@/lib/domain/payment';

export interface FollowUp {
  readonly id: string;
  readonly checkoutId: string;
  readonly status: PaymentStatus;
}

/** What a decision about a payment depends on, besides the payment's row. */
export interface DecisionFacts {
  /** Whether all outputs that count have the required confirmations. */
  readonly settled: boolean;
  /** The newest follow-up. */
  readonly followUp: FollowUp | null;
}

/** Returns the facts of payments by id. The actor must be allowed to see the payments. */
export async function readDecisionFacts(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, DecisionFacts>> {
  if (ids.length === 0) return new Map();
  const [unsettled, followUps] = await Promise.all([
    db
      .selectDistinct({ id: output.paymentId })
      .from(output)
      .innerJoin(payment, eq(payment.id, output.paymentId))
      .leftJoin(chain, eq(chain.network, output.network))
      .where(
        and(
          inArray(output.paymentId, [...ids]),
          eq(output.gone, false),
          sql`coalesce(${chain.height} - ${output.height} + 1, 0) < ${payment.requiredConfirmations}`,
        ),
      ),
    db
      .selectDistinctOn([payment.followsPaymentId], {
        first: payment.followsPaymentId,
        id: payment.id,
        checkoutId: payment.checkoutId,
        status: payment.status,
      })
      .from(payment)
      .where(inArray(payment.followsPaymentId, [...ids]))
      .orderBy(payment.followsPaymentId, desc(payment.createdAt), desc(payment.id)),
  ]);
  const open = new Set(unsettled.map(({ id }) => id));
  const newest = new Map(followUps.map(({ first, ...followUp }) => [first, followUp]));
  return new Map(
    ids.map((id) => {
      const followUp = newest.get(id) ?? null;
      return [id, { settled: !open.has(id), followUp }];
    }),
  );
}

export async function decisionFactsOf(db: Db, id: string): Promise<DecisionFacts> {
  const facts = await readDecisionFacts(db, [id]);
  return facts.get(id) ?? { settled: true, followUp: null };
}
