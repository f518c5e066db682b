import { and, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { merchantWallet, wallet } from '@/db/schema/accounts';
import { appUser, displayNameOfUser } from '@/db/schema/people';
import { keyFingerprints } from '@/lib/bitcoin/key-paths';
import { containsPrivateKey, PRIVATE_KEY_FOUND_MESSAGE } from '@/lib/bitcoin/private-key-guard';
import type { Actor } from '@/lib/domain/actor';
import { newId } from '@/lib/domain/ids';
import { invalidField, Problem } from '@/lib/domain/problems';
import { defaultWalletName } from '@/lib/domain/wallet-name';
import { deriveVerifiedAddresses } from './derive-verified-addresses';
import type { ParsedWallet } from './preview-addresses';
import { reportAlteration, requireIntact, sealOf } from './seal';

/** Records that the device with the wallet's keys showed the same address to a member. */
export interface DeviceComparison {
  readonly at: Date;
  /** The member's name or e-mail address. */
  readonly by: string;
  readonly index: number;
}

/** Returns the last device comparison that a row records; null if there was none. */
export function deviceComparisonOf(
  { comparedAt, comparedIndex }: typeof merchantWallet.$inferSelect,
  by: string | null,
): DeviceComparison | null {
  if (comparedAt === null || comparedIndex === null) return null;
  return { at: comparedAt, by: by ?? 'a former user', index: comparedIndex };
}

type WalletRow = typeof wallet.$inferSelect;

export interface OwnWallet {
  readonly row: WalletRow;
  /** The merchant's name for the wallet. A wallet that the merchant already had keeps its name. */
  readonly name: string;
  readonly isNew: boolean;
}

/**
 * Returns the merchant's wallet with this descriptor, and adds it if it is new. By default, a new
 * wallet's `name` comes from its kind and its fingerprint.
 *
 * @throws Problem `invalid_request` at the descriptor of another merchant's wallet, unless the
 *  actor is the operator
 */
export async function findOrAddWallet(
  tx: Db,
  actor: Actor,
  merchantId: string,
  typed: ParsedWallet,
  now: Date,
  name?: string,
): Promise<OwnWallet> {
  const row = await findOrCreateWallet(tx, merchantId, typed, now);
  const owners = await tx.select().from(merchantWallet).where(eq(merchantWallet.walletId, row.id));
  const own = owners.find((owner) => owner.merchantId === merchantId);
  if (own)
    return {
      row: requireIntact('merchant_wallet', { ...row, ...own }),
      name: own.name,
      isNew: false,
    };
  if (actor.kind !== 'operator' && owners.length > 0) throw foreignWallet();
  const given = name ?? (await unusedName(tx, merchantId, typed));
  const added = { merchantId, walletId: row.id, name: given, createdAt: now };
  const seal = sealOf('merchant_wallet', { ...row, ...added });
  await tx
    .insert(merchantWallet)
    .values({ ...added, seal })
    .onConflictDoNothing();
  return { row, name: given, isNew: true };
}

async function unusedName(tx: Db, merchantId: string, typed: ParsedWallet): Promise<string> {
  const taken = await tx
    .select({ name: merchantWallet.name })
    .from(merchantWallet)
    .where(eq(merchantWallet.merchantId, merchantId));
  const fingerprints = keyFingerprints(typed.canonical);
  return defaultWalletName(
    typed.kind,
    fingerprints,
    taken.map(({ name }) => name),
  );
}

/**
 * Refuses a wallet name that contains a private key. The name is neither stored nor quoted.
 *
 * @throws Problem `invalid_request`
 */
export function refusePrivateKey(name: string): void {
  if (!containsPrivateKey(name)) return;
  throw invalidField('/name', 'secret', `${PRIVATE_KEY_FOUND_MESSAGE} Choose another name.`);
}

/**
 * @throws Problem `not_found`, also if only other merchants have the wallet; `address_not_verified`
 *   when the row was changed in the database
 */
export async function findOwnWallet(
  db: Db,
  merchantId: string,
  walletId: string,
): Promise<WalletRow & { readonly name: string; readonly comparison: DeviceComparison | null }> {
  const [found] = await db
    .select({ row: wallet, own: merchantWallet, by: displayNameOfUser })
    .from(merchantWallet)
    .innerJoin(wallet, eq(wallet.id, merchantWallet.walletId))
    .leftJoin(appUser, eq(appUser.id, merchantWallet.comparedBy))
    .where(and(eq(merchantWallet.merchantId, merchantId), eq(wallet.id, walletId)));
  if (!found) throw new Problem('not_found', 'There is no wallet with this id.');
  const { name } = found.own;
  requireIntact('merchant_wallet', { ...found.row, ...found.own });
  return { ...found.row, name, comparison: deviceComparisonOf(found.own, found.by) };
}

async function findOrCreateWallet(
  tx: Db,
  merchantId: string,
  typed: ParsedWallet,
  now: Date,
): Promise<WalletRow> {
  const { network, canonical, fingerprint, kind, template } = typed;
  const firstAddresses = [...typed.firstAddresses];
  const derived = { fingerprint, kind, template, firstAddresses };
  const row = { id: newId('wallet'), network, descriptor: canonical, ...derived, createdAt: now };
  const [created] = await tx
    .insert(wallet)
    .values(row)
    .onConflictDoNothing({ target: [wallet.network, wallet.fingerprint] })
    .returning();
  if (created) return created;
  const [found] = await tx
    .select()
    .from(wallet)
    .where(and(eq(wallet.network, network), eq(wallet.fingerprint, fingerprint)));
  if (!found)
    throw new Error('a wallet that was not inserted must exist, since wallets are never deleted');
  const isSame = found.descriptor === canonical && found.template === template;
  // The stored descriptor may be another spelling of the same wallet, so the first addresses are
  // compared. No seal is checked, because the merchant may not have a row for this wallet yet.
  const [address] = isSame ? [] : await deriveVerifiedAddresses(found, [0], merchantId);
  const isOwn = isSame || address?.address === firstAddresses[0];
  if (isOwn && found.firstAddresses.join() === firstAddresses.join()) return found;
  throw reportAlteration({ kind: 'merchant_wallet', id: found.id, owner: { merchantId } });
}

/** Another merchant's payments could advance the wallet's index past its owner's gap limit. */
function foreignWallet(): Problem {
  const message =
    'This wallet belongs to another merchant of this server. Use another account of your wallet. If both are yours, ask the operator of this server to create the key.';
  return invalidField('/descriptor', 'descriptor_in_use', message);
}
