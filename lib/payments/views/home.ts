import { eq, inArray } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { chain } from '@/db/schema/chain';
import { paymentExtra } from '@/db/schema/extras';
import { payment } from '@/db/schema/payments';
import type { Member } from '@/lib/domain/actor';
import type { Network } from '@/lib/domain/network';
import { isIntact } from '@/lib/keys/seal';
import type { FoundPayment } from '../get-payment';
import { extraColumns } from '../payment-extra';
import { type ArrivingPayments, NOTHING_ARRIVING, readArrivingPayments } from './arriving';
import type { Kinds } from './chain-status';
import { type DecisionFacts, readDecisionFacts } from './decision-facts';
import { homeKeys } from './home-keys';
import { type Inbox, readInbox } from './inbox';
import { readSetup, type Setup } from './setup';

export interface Home {
  readonly networks: readonly Network[];
  readonly network: Network | undefined;
  /** The inbox of all networks. */
  readonly inbox: Inbox;
  /** The payments of the decisions, by id. */
  readonly payments: ReadonlyMap<string, FoundPayment & DecisionFacts>;
  readonly arriving: ArrivingPayments;
  /** Null once the merchant is set up. */
  readonly setup: Setup | null;
}

export interface HomeRequest {
  /** By default the first network of the actor's keys. */
  readonly network?: Network | undefined;
  readonly kinds: Kinds;
}

export async function readHome(
  db: Db,
  actor: Member,
  request: HomeRequest,
  now: Date,
): Promise<Home> {
  const { networks, network, ofNetwork } = await homeKeys(db, actor, request.network);
  const [inbox, arriving, setup] = await Promise.all([
    readInbox(db, actor, request.kinds, now),
    network ? readArrivingPayments(db, network, ofNetwork) : NOTHING_ARRIVING,
    readSetup(db, actor, now),
  ]);
  const ids = inbox.decisions.map(({ paymentId }) => paymentId);
  return { networks, network, inbox, payments: await findPayments(db, ids), arriving, setup };
}

/**
 * Leaves out payments that were changed in the database. The actor must be allowed to see the
 * payments.
 */
async function findPayments(db: Db, ids: readonly string[]) {
  const facts = await readDecisionFacts(db, ids);
  const rows = await db
    .select({ row: payment, extra: extraColumns, chainHeight: chain.height })
    .from(payment)
    .leftJoin(chain, eq(chain.network, payment.network))
    .leftJoin(paymentExtra, eq(paymentExtra.paymentId, payment.id))
    .where(inArray(payment.id, [...ids]));
  return new Map<string, FoundPayment & DecisionFacts>(
    rows
      .filter(({ row }) => isIntact('payment', row))
      .map((found) => {
        const own = facts.get(found.row.id) ?? { settled: true, followUp: null };
        return [found.row.id, { ...found, ...own }];
      }),
  );
}
