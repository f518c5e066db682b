import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey, merchantWallet, wallet } from '@/db/schema/accounts';
import { appUser, displayNameOfUser } from '@/db/schema/people';
import { keyFingerprints } from '@/lib/bitcoin/key-paths';
import type { Member } from '@/lib/domain/actor';
import type { Network } from '@/lib/domain/network';
import { descriptorForActor } from './descriptor-for-actor';
import { type DeviceComparison, deviceComparisonOf } from './find-or-add-wallet';
import { isKeyVisibleTo } from './key-conditions';
import { isIntact } from './seal';

/** Number of consecutive unpaid addresses after which most wallets stop looking (BIP 44). */
export const GAP_LIMIT = 20;

export interface WalletView {
  readonly id: string;
  readonly name: string;
  readonly network: Network;
  /** The descriptor's script functions with the keys left out, such as `wpkh`. */
  readonly kind: string;
  /** The fingerprint that each key's device shows; null for a key without its origin. */
  readonly fingerprints: readonly (string | null)[];
  /** The canonical public descriptor, complete or with shortened keys (descriptorForActor). */
  readonly descriptor: string;
  readonly nextIndex: number;
  /** The highest paid index; null until an address is paid. */
  readonly lastPaidIndex: number | null;
  /** Number of addresses issued since the last paid address. */
  readonly unusedRun: number;
  /** The longest run of unpaid addresses before a paid one. */
  readonly longestGap: number;
  readonly gapLimit: number;
  readonly firstAddresses: readonly string[];
  readonly compared: DeviceComparison | null;
  readonly keys: readonly {
    readonly id: string;
    readonly name: string;
    readonly revoked: boolean;
  }[];
}

/** Returns the wallets of the actor's merchant, newest first. Altered wallets are left out. */
export async function listWallets(db: Db, actor: Member, now: Date): Promise<WalletView[]> {
  const wallets = await db
    .select({ row: wallet, own: merchantWallet, by: displayNameOfUser })
    .from(merchantWallet)
    .innerJoin(wallet, eq(wallet.id, merchantWallet.walletId))
    .leftJoin(appUser, eq(appUser.id, merchantWallet.comparedBy))
    .where(eq(merchantWallet.merchantId, actor.merchantId))
    .orderBy(desc(merchantWallet.createdAt), wallet.id);
  const intactWallets = wallets.filter(({ row, own }) =>
    isIntact('merchant_wallet', { ...row, ...own }),
  );
  if (intactWallets.length === 0) return [];
  const keys = await db
    .select()
    .from(apiKey)
    .where(isKeyVisibleTo(actor))
    .orderBy(desc(apiKey.createdAt));
  const paid = await paidIndexes(
    db,
    intactWallets.map(({ row }) => row.id),
  );
  return intactWallets.map(({ row, own, by }) => ({
    ...runs(row.nextIndex, paid.get(row.id)),
    id: row.id,
    name: own.name,
    network: row.network,
    kind: row.kind,
    fingerprints: keyFingerprints(row.descriptor),
    firstAddresses: row.firstAddresses,
    descriptor: descriptorForActor(actor, row.descriptor, now),
    nextIndex: row.nextIndex,
    gapLimit: GAP_LIMIT,
    compared: deviceComparisonOf(own, by),
    keys: keys
      .filter(({ walletId }) => walletId === row.id)
      .map(({ id, name: keyName, revokedAt }) => ({
        id,
        name: keyName,
        revoked: revokedAt !== null,
      })),
  }));
}

interface PaidIndexes {
  readonly last: number;
  readonly gap: number;
}

/**
 * Returns the paid indexes of wallets. Payments of every merchant count, because merchants that
 * share a wallet share its index.
 */
async function paidIndexes(
  db: Db,
  walletIds: readonly string[],
): Promise<Map<string, PaidIndexes>> {
  const rows = await db.execute<{ wallet_id: string; last: number; gap: number }>(sql`
    select wallet_id, max(derivation_index)::int as last, max(gap)::int as gap
    from (
      select wallet_id, derivation_index,
        derivation_index - 1 - coalesce(
          lag(derivation_index) over (partition by wallet_id order by derivation_index), -1
        ) as gap
      from payment
      where ${and(sql`received_sats > 0`, inArray(sql`wallet_id`, [...walletIds]))}
    ) as paid
    group by wallet_id
  `);
  return new Map(rows.map(({ wallet_id, last, gap }) => [wallet_id, { last, gap }]));
}

function runs(nextIndex: number, paid: PaidIndexes | undefined) {
  return {
    lastPaidIndex: paid?.last ?? null,
    unusedRun: nextIndex - 1 - (paid?.last ?? -1),
    longestGap: paid?.gap ?? 0,
  };
}
