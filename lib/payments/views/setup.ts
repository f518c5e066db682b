import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey, merchant, merchantWallet, wallet } from '@/db/schema/accounts';
import { payment } from '@/db/schema/payments';
import { appUser, displayNameOfUser } from '@/db/schema/people';
import { delivery } from '@/db/schema/webhooks';
import type { Member } from '@/lib/domain/actor';
import type { Network } from '@/lib/domain/network';
import { isKeyVisibleTo, isUsableKey } from '@/lib/keys/key-conditions';

/** The steps of a new installation, in order; true once done. */
interface SetupSteps {
  readonly wallet: boolean;
  /**
   * Whether an address was compared with the device for at least one wallet, and for every mainnet
   * wallet.
   */
  readonly compared: boolean;
  readonly currency: boolean;
  /** A test order was paid and confirmed. */
  readonly order: boolean;
  readonly shop: boolean;
  readonly live: boolean;
}

export interface Setup {
  readonly steps: SetupSteps;
  /**
   * The wallet to compare and to create a key for: a mainnet wallet if there is one, or else the
   * newest wallet.
   */
  readonly walletId: string | null;
  /** The member who last compared an address, by name or e-mail address. */
  readonly comparedBy: string | null;
  readonly hasKey: boolean;
}

interface Facts extends SetupSteps, Record<string, unknown> {
  readonly received: boolean;
  readonly hasKey: boolean;
  readonly walletId: string | null;
  readonly comparedBy: string | null;
}

/**
 * Returns the steps of setting up a merchant; null once all are done, or real bitcoin was received.
 */
export async function readSetup(db: Db, actor: Member, now: Date): Promise<Setup | null> {
  const ours = sql`any(array(select ${apiKey.id} from ${apiKey} where ${isKeyVisibleTo(actor)}))`;
  const wallets = sql`(
    select ${merchantWallet.walletId}, ${wallet.network}, ${merchantWallet.createdAt},
      ${merchantWallet.comparedAt} is not null as is_compared
    from ${merchantWallet} join ${wallet} on ${wallet.id} = ${merchantWallet.walletId}
    where ${merchantWallet.merchantId} = ${actor.merchantId}) own`;
  const [row] = await db.execute<Facts>(sql`
    select
      exists (select from ${wallets}) as wallet,
      coalesce((select bool_or(is_compared) and bool_and(is_compared or network <> ${LIVE})
        from ${wallets}), false) as compared,
      (select wallet_id from ${wallets}
        order by is_compared, network = ${LIVE} desc, created_at desc limit 1) as "walletId",
      (select ${displayNameOfUser} from ${merchantWallet}
        join ${appUser} on ${appUser.id} = ${merchantWallet.comparedBy}
        where ${merchantWallet.merchantId} = ${actor.merchantId}
        order by ${merchantWallet.comparedAt} desc limit 1) as "comparedBy",
      exists (select from ${apiKey} where ${isKeyVisibleTo(actor)} and ${isUsableKey(now)}) as "hasKey",
      exists (select from ${merchant} where ${merchant.id} = ${actor.merchantId}
        and ${merchant.displayCurrency} is not null) as currency,
      exists (select from ${payment} where ${payment.apiKeyId} = ${ours}
        and ${payment.status} = 'confirmed') as "order",
      exists (select from ${delivery} where ${delivery.apiKeyId} = ${ours}
        and ${delivery.status} = 'delivered') as shop,
      exists (select from ${apiKey} where ${isKeyVisibleTo(actor)} and ${isUsableKey(now)}
        and ${apiKey.network} = ${LIVE}) as live,
      exists (select from ${payment} where ${payment.apiKeyId} = ${ours}
        and ${payment.network} = ${LIVE} and ${payment.status} = 'confirmed') as received`);
  if (!row) return null;
  const { received, hasKey, walletId, comparedBy, ...steps } = row;
  const isDone = received || Object.values(steps).every(Boolean);
  return isDone ? null : { steps, hasKey, walletId, comparedBy };
}

const LIVE: Network = 'mainnet';
