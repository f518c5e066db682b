import { and, count, eq, gt, inArray, sql, sum } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { payment } from '@/db/schema/payments';
import type { Member } from '@/lib/domain/actor';
import type { SourceKind } from '@/lib/domain/chain-condition';
import type { Network } from '@/lib/domain/network';
import { type WalletNearGap, walletsNearGap } from '@/lib/keys/wallets-near-gap';
import { type OutboxLag, outboxLag } from '@/lib/webhooks/delivery/outbox-lag';
import { type FailingHost, failingHosts } from '@/lib/webhooks/endpoints/failing-hosts';
import { type PausedEndpoint, pausedEndpoints } from '@/lib/webhooks/endpoints/paused-endpoints';
import type { FoundPayment } from '../get-payment';
import { type BlockStrip, blockStrip, NO_BLOCKS } from './block-strip';
import { type ChainStatus, chainStatus } from './chain-status';
import { overviewKeys } from './overview-keys';
import { newestPayments } from './search-payments';
import { readWorklist, type WorkGroup } from './worklist';

export interface ExpiringKey {
  readonly id: string;
  readonly name: string;
  readonly expiresAt: Date;
}

export interface Overview {
  readonly networks: readonly Network[];
  readonly network: Network | undefined;
  /** The payments that the newest blocks of the network confirmed, and pending ones. */
  readonly blockStrip: BlockStrip;
  /** Detected amounts that lack confirmations. */
  readonly awaiting: { readonly sats: number; readonly payments: number };
  readonly failing: readonly FailingHost[];
  readonly pausedEndpoints: readonly PausedEndpoint[];
  readonly expiring: readonly ExpiringKey[];
  readonly chains: readonly ChainStatus[];
  readonly wallets: readonly WalletNearGap[];
  readonly outbox: OutboxLag;
  readonly newest: readonly FoundPayment[];
  /** The inbox, on all networks. */
  readonly worklist: readonly WorkGroup[];
  readonly anyPayment: boolean;
}

export interface OverviewRequest {
  /** The requested network; by default the first network of the actor's keys. */
  readonly network?: Network | undefined;
  readonly kinds: Readonly<Record<Network, { readonly kind: SourceKind }>>;
}

const NEWEST = 6;
const EXPIRES_SOON_MS = 7 * 86_400_000;

/** The state of the actor's payments and webhooks. Never adds up amounts of different networks. */
export async function readOverview(
  db: Db,
  actor: Member,
  request: OverviewRequest,
  now: Date,
): Promise<Overview> {
  const { keys, networks, network, ofNetwork } = await overviewKeys(db, actor, request.network);
  const all = keys.map(({ id }) => id);
  return {
    networks,
    network,
    blockStrip: network ? await blockStrip(db, network, ofNetwork) : NO_BLOCKS,
    awaiting: await awaiting(db, ofNetwork),
    failing: await failingHosts(db, all, now),
    pausedEndpoints: await pausedEndpoints(db, actor),
    expiring: keys.flatMap(({ id, name, expiresAt, revokedAt }) =>
      expiresAt && !revokedAt && isSoon(expiresAt, now) ? { id, name, expiresAt } : [],
    ),
    chains: await chainStatus(db, actor, request.kinds, now),
    wallets: await walletsNearGap(db, actor, now),
    outbox: await outboxLag(db, now),
    newest: network ? await newestPayments(db, actor, { network }, NEWEST) : [],
    worklist: await readWorklist(db, actor),
    anyPayment: await anyPayment(db, all),
  };
}

function isSoon(moment: Date, now: Date): boolean {
  return moment > now && moment.getTime() - now.getTime() <= EXPIRES_SOON_MS;
}

async function awaiting(db: Db, keyIds: readonly string[]) {
  if (keyIds.length === 0) return { sats: 0, payments: 0 };
  const [row] = await db
    .select({ sats: sum(payment.receivedSats).mapWith(Number), payments: count() })
    .from(payment)
    .where(
      and(
        inArray(payment.apiKeyId, [...keyIds]),
        eq(payment.status, 'detected'),
        gt(payment.receivedSats, sql`0`),
      ),
    );
  return { sats: row?.sats ?? 0, payments: row?.payments ?? 0 };
}

async function anyPayment(db: Db, keyIds: readonly string[]): Promise<boolean> {
  if (keyIds.length === 0) return false;
  const [row] = await db
    .select({ id: payment.id })
    .from(payment)
    .where(inArray(payment.apiKeyId, [...keyIds]))
    .limit(1);
  return row !== undefined;
}
