import { and, count, eq, inArray } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey } from '@/db/schema/accounts';
import { chain } from '@/db/schema/chain';
import { payment } from '@/db/schema/payments';
import type { Actor } from '@/lib/domain/actor';
import {
  blocksBehind,
  type ChainCondition,
  chainCondition,
  parseSourceFault,
  type SourceKind,
} from '@/lib/domain/chain-condition';
import { NETWORKS, type Network } from '@/lib/domain/network';
import { isKeyVisibleTo, isUsableKey } from '@/lib/keys/key-conditions';
import { isActivePayment } from '../is-active-payment';
import { newestReorgs, type Reorg } from './reorgs';

export interface ChainStatus {
  readonly network: Network;
  readonly source: SourceKind;
  readonly condition: ChainCondition;
  /** The last block whose effects are in the database. */
  readonly height: number | null;
  readonly hash: string | null;
  readonly blockTime: Date | null;
  readonly tipHeight: number | null;
  readonly tipHash: string | null;
  readonly lagBlocks: number | null;
  readonly readAt: Date | null;
  /** When the source last responded without a fault. */
  readonly answeredAt: Date | null;
  readonly failingSince: Date | null;
  readonly fault: string | null;
  readonly nextReadAt: Date | null;
  /** How many of the actor's payments lack outputs (pending) or confirmations (detected). */
  readonly waiting: { readonly pending: number; readonly detected: number };
  /** Whether the actor may see a usable key on this network. */
  readonly used: boolean;
  /** Newest first. */
  readonly reorgs: readonly Reorg[];
}

/** The source of each network's chain. */
export type Kinds = Readonly<Record<Network, { readonly kind: SourceKind }>>;

const REORGS_SHOWN = 5;

/**
 * Returns the networks that this installation follows, and the networks of the actor's keys.
 * Everyone sees the same facts about a chain, but only the payments that they may see.
 */
export async function chainStatus(
  db: Db,
  actor: Actor,
  kinds: Kinds,
  now: Date,
): Promise<ChainStatus[]> {
  const used = await usedNetworks(db, actor, now);
  const networks = NETWORKS.filter((network) => kinds[network].kind !== 'off' || used.has(network));
  const [rows, waiting, reorgs] = await Promise.all([
    db.select().from(chain).where(inArray(chain.network, networks)),
    waitingPayments(db, actor),
    Promise.all(networks.map((network) => newestReorgs(db, network, REORGS_SHOWN))),
  ]);
  return networks.map((network, place) => {
    const row = rows.find((one) => one.network === network);
    const waits = (status: string) =>
      waiting.find((one) => one.network === network && one.status === status)?.count ?? 0;
    return {
      ...conditionOf(network, kinds[network].kind, row, now),
      waiting: { pending: waits('pending'), detected: waits('detected') },
      used: used.has(network),
      reorgs: reorgs[place] ?? [],
    };
  });
}

function conditionOf(
  network: Network,
  source: SourceKind,
  row: typeof chain.$inferSelect | undefined,
  now: Date,
) {
  const facts = {
    source,
    height: row?.height ?? null,
    tipHeight: row?.tipHeight ?? null,
    readAt: row?.readAt ?? null,
    answeredAt: row?.answeredAt ?? null,
    failingSince: row?.failingSince ?? null,
    lastError: row?.lastError ?? null,
  };
  return {
    ...facts,
    network,
    condition: chainCondition(facts, now),
    lagBlocks: blocksBehind(facts.height, facts.tipHeight),
    hash: row?.hash ?? null,
    blockTime: row?.blockTime ?? null,
    tipHash: row?.tipHash ?? null,
    fault: row?.lastError ? parseSourceFault(row.lastError).message : null,
    nextReadAt: row?.nextReadAt ?? null,
  };
}

async function usedNetworks(db: Db, actor: Actor, now: Date): Promise<Set<Network>> {
  const rows = await db
    .selectDistinct({ network: apiKey.network })
    .from(apiKey)
    .where(and(isKeyVisibleTo(actor), isUsableKey(now)));
  return new Set(rows.map(({ network }) => network));
}

/** Counts the active payments. The networks let PostgreSQL use the partial indexes. */
async function waitingPayments(db: Db, actor: Actor) {
  return db
    .select({ network: payment.network, status: payment.status, count: count() })
    .from(payment)
    .innerJoin(apiKey, eq(apiKey.id, payment.apiKeyId))
    .where(and(isKeyVisibleTo(actor), inArray(payment.network, NETWORKS), isActivePayment))
    .groupBy(payment.network, payment.status);
}
