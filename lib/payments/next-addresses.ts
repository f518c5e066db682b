import { setImmediate as yieldToLoop } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { SET_IDLE_TIMEOUT_SQL } from '@/db/locks';
import { prepareStatement } from '@/db/prepare-statement';
import { wallet } from '@/db/schema/accounts';
import { readCachedTemplate } from '@/lib/bitcoin/derive';
import type { ApiKeyActor } from '@/lib/domain/actor';
import { chunk } from '@/lib/domain/chunk';
import { deriveVerifiedAddresses } from '@/lib/keys/derive-verified-addresses';
import type { PaymentRow } from './payment-row';

export type KeyWallet = Pick<
  ApiKeyActor,
  'walletId' | 'merchantId' | 'descriptor' | 'template' | 'network'
>;

type NextAddress = Pick<PaymentRow, 'address' | 'script' | 'derivationIndex'>;

/** Public keys derived per tick of the event loop, which takes a few milliseconds. */
const KEYS_PER_TICK = 16;

/**
 * Locks the wallet until the transaction ends.
 *
 * @returns the wallet's next index
 */
export async function lockWallet(
  tx: Db,
  { walletId }: Pick<KeyWallet, 'walletId'>,
): Promise<number> {
  const [row] = await readNextIndex(tx, { walletId });
  if (!row) throw new Error('no wallet for an API key, although a foreign key requires one');
  return row.next_index;
}

const readNextIndex = prepareStatement<{ next_index: number }>(sql`
  select next_index, ${SET_IDLE_TIMEOUT_SQL} from ${wallet}
  where ${eq(wallet.id, sql.placeholder('walletId'))} for no key update`);

export async function setNextIndex(tx: Db, { walletId }: KeyWallet, next: number): Promise<void> {
  await updateNextIndex(tx, { walletId, next });
}

const updateNextIndex = prepareStatement(sql`
  update ${wallet} set next_index = ${sql.placeholder('next')}::int
  where ${eq(wallet.id, sql.placeholder('walletId'))}`);

/** @throws Problem `address_not_verified` if two implementations derive different addresses */
export async function deriveNextAddresses(
  of: KeyWallet,
  first: number,
  count: number,
): Promise<readonly NextAddress[]> {
  const perTick = Math.max(1, Math.floor(KEYS_PER_TICK / readCachedTemplate(of).keyCount));
  const indexes = Array.from({ length: count }, (_, n) => first + n);
  const derived: NextAddress[] = [];
  for (const part of chunk(indexes, perTick)) {
    if (derived.length > 0) await yieldToLoop();
    const addresses = await deriveVerifiedAddresses(
      { ...of, id: of.walletId },
      part,
      of.merchantId,
    );
    derived.push(...addresses.map((one, n) => ({ derivationIndex: part[n] ?? 0, ...one })));
  }
  return derived;
}
