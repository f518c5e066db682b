import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { chain } from '@/db/schema/chain';
import { AddressError, addressToScript, normalizeAddress } from '@/lib/bitcoin/address';
import type { BlockRef, TipSource } from '@/lib/chain/source';
import type { ApiKeyActor } from '@/lib/domain/actor';
import { parseSourceFault, type SourceFault } from '@/lib/domain/chain-condition';
import { ageMs } from '@/lib/domain/clock-skew';
import type { Network } from '@/lib/domain/network';
import { invalidField, Problem } from '@/lib/domain/problems';
import type { PaymentDestination } from './payment-row';

const TIP_LIMIT_MS = 1_000;
/** The limit when only the source knows the newest block. An Esplora server may queue look-ups. */
const ONLY_TIP_LIMIT_MS = 5_000;
const TIP_MAX_AGE_MS = 5_000;
/**
 * While the source does not respond, the last full read counts as recent for this long, because a
 * block takes about ten minutes.
 */
const READ_SERVES_MS = 600_000;
const RETRY_SECONDS = 10;
/** Faults of a source whose newest block is not on the followed chain. */
const ON_OTHER_CHAIN: readonly SourceFault[] = ['deep_reorg', 'history_lost'];

/**
 * Returns the destination for a customer-provided address. Outputs in blocks before the payment's
 * creation do not count, but unconfirmed outputs do.
 *
 * @throws Problem `custom_address_not_allowed`, `address_network_mismatch`, `invalid_request`;
 *   `network_unavailable` while the newest block is unknown
 */
export async function customDestination(
  db: Db,
  source: TipSource,
  key: ApiKeyActor,
  text: string,
  now: Date,
): Promise<PaymentDestination> {
  if (!key.allowCustomAddresses) {
    throw new Problem(
      'custom_address_not_allowed',
      'Leave destination_address out, or use an API key that allows customer-provided addresses.',
    );
  }
  const address = normalizeAddress(text);
  const script = scriptOf(address, key.network);
  const newest = await newestBlock(db, source, key.network, now);
  if (!newest) {
    throw new Problem(
      'network_unavailable',
      `The newest block of ${key.network} is unknown, so older money at this address cannot be told apart from a payment. Send the request again later, or leave destination_address out.`,
      { retryAfterSeconds: RETRY_SECONDS },
    );
  }
  // The source records the outputs up to this block now, because a reorg may replace the block
  // before the address is first read.
  const noted = source.depositsUpTo?.(script, newest.hash).catch(() => undefined);
  await Promise.race([noted, sleep(TIP_LIMIT_MS, undefined, { ref: false })]);
  return {
    address,
    script,
    walletId: null,
    derivationIndex: null,
    watchFromHeight: newest.height + 1,
    watchAfterHash: newest.hash,
  };
}

function scriptOf(address: string, network: Network): string {
  try {
    return addressToScript(address, network);
  } catch (error) {
    if (!(error instanceof AddressError)) throw error;
    if (error.reason === 'wrong_network') {
      throw new Problem('address_network_mismatch', error.message);
    }
    const detail = 'The destination_address cannot be used.';
    throw invalidField('/destination_address', 'invalid_address', error.message, detail);
  }
}

/**
 * Returns the highest known block: the source's tip, or the stored one if the source lags or does
 * not respond. Returns undefined if the source is syncing, is on another chain, or has been
 * unreachable for too long.
 */
async function newestBlock(
  db: Db,
  source: TipSource,
  network: Network,
  now: Date,
): Promise<BlockRef | undefined> {
  const pendingTip = source.tip(TIP_MAX_AGE_MS).catch(() => undefined);
  const within = (ms: number) => Promise.race([pendingTip, sleep(ms, undefined, { ref: false })]);
  const [[row], soon] = await Promise.all([
    db
      .select({
        height: chain.height,
        hash: chain.hash,
        tipHeight: chain.tipHeight,
        tipHash: chain.tipHash,
        readAt: chain.readAt,
        lastError: chain.lastError,
      })
      .from(chain)
      .where(eq(chain.network, network)),
    within(TIP_LIMIT_MS),
  ]);
  if (row?.lastError && ON_OTHER_CHAIN.includes(parseSourceFault(row.lastError).fault))
    return undefined;
  const isRead = row?.readAt != null && ageMs(row.readAt, now) <= READ_SERVES_MS;
  const tip = soon ?? (isRead ? undefined : await within(ONLY_TIP_LIMIT_MS));
  if (tip ? tip.isSyncing : !isRead) return undefined;
  const blocks = [tip, refOf(row?.tipHeight, row?.tipHash), refOf(row?.height, row?.hash)];
  return blocks
    .flatMap((block) => block ?? [])
    .reduce<BlockRef | undefined>(
      (newest, block) => (newest && newest.height >= block.height ? newest : block),
      undefined,
    );
}

function refOf(height?: number | null, hash?: string | null): BlockRef | undefined {
  return typeof height === 'number' && hash ? { height, hash } : undefined;
}
