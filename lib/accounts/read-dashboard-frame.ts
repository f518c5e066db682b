import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey, merchant } from '@/db/schema/accounts';
import { chain } from '@/db/schema/chain';
import { appUser, membership } from '@/db/schema/people';
import type { Member } from '@/lib/domain/actor';
import type { Currency } from '@/lib/domain/currency';
import { NETWORKS, type Network } from '@/lib/domain/network';
import type { Role } from '@/lib/domain/roles';
import { isKeyVisibleTo, isUsableKey } from '@/lib/keys/key-conditions';

export interface ChainReadStatus {
  readonly network: Network;
  readonly readAt: Date | null;
  /** When the source began to fail; null while it works. */
  readonly failingSince: Date | null;
}

/** The data of the frame around every dashboard page. */
export interface DashboardFrame {
  readonly name: string | null;
  readonly email: string;
  readonly role: Role;
  readonly merchant: {
    readonly id: string;
    readonly name: string;
    readonly displayCurrency: Currency | null;
    readonly timeZone: string | null;
    readonly customerRetentionDays: number | null;
  };
  readonly merchants: readonly { readonly id: string; readonly name: string }[];
  /**
   * The state of each network for which the merchant has a usable key, in the order of NETWORKS.
   */
  readonly chains: readonly ChainReadStatus[];
}

export async function readDashboardFrame(
  db: Db,
  actor: Member,
  now: Date,
): Promise<DashboardFrame> {
  const [merchants, users, chains] = await Promise.all([
    db
      .select({
        id: merchant.id,
        name: merchant.name,
        displayCurrency: merchant.displayCurrency,
        timeZone: merchant.timeZone,
        customerRetentionDays: merchant.customerRetentionDays,
      })
      .from(membership)
      .innerJoin(merchant, eq(merchant.id, membership.merchantId))
      .where(eq(membership.userId, actor.userId))
      .orderBy(asc(merchant.name), asc(merchant.id)),
    db
      .select({ name: appUser.name, email: appUser.email })
      .from(appUser)
      .where(eq(appUser.id, actor.userId)),
    chainsOf(db, actor, now),
  ]);
  const current = merchants.find(({ id }) => id === actor.merchantId);
  if (!current) throw new Error('the actor must be a member of the merchant');
  const { name = null, email = '' } = users[0] ?? {};
  return { name, email, role: actor.role, merchant: current, merchants, chains };
}

async function chainsOf(db: Db, actor: Member, now: Date): Promise<ChainReadStatus[]> {
  const keys = await db
    .selectDistinct({ network: apiKey.network })
    .from(apiKey)
    .where(and(isKeyVisibleTo(actor), isUsableKey(now)));
  const used = NETWORKS.filter((network) => keys.some((key) => key.network === network));
  const rows = await db.select().from(chain).where(inArray(chain.network, used));
  return used.map((network) => {
    const row = rows.find((one) => one.network === network);
    return {
      network,
      readAt: row?.readAt ?? null,
      failingSince: row?.failingSince ?? null,
    };
  });
}
