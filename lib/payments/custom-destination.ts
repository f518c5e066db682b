import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { chain } from '@/db/schema/chain';
import { AddressError, addressToScript, normalizeAddress } from '@/lib/bitcoin/address';
import type { BlockRef, TipSource } from '@/lib/chain/source';
import type { KeyActor } from '@/lib/domain/actor';
import type { Network } from '@/lib/domain/network';
import { invalidField, Problem } from '@/lib/domain/problems';
import type { Destination } from './payment-row';

const TIP_LIMIT_MS = 1_000;
const TIP_MAX_AGE_MS = 5_000;

/**
 * The destination of a customer-provided address. Outputs in blocks from before the payment do not
 * count; unconfirmed ones do.
 *
 * @throws Problem `custom_address_not_allowed`, `address_network_mismatch`, `invalid_request`
 */
export async function customDestination(
  db: Db,
  source: TipSource,
  key: KeyActor,
  text: string,
): Promise<Destination> {
  if (!key.allowCustomAddresses) {
    throw new Problem(
      'custom_address_not_allowed',
      'Leave destination_address out, or use an API key that allows customer-provided addresses.',
    );
  }
  const address = normalizeAddress(text);
  const script = scriptOf(address, key.network);
  const newest = await newestBlock(db, source, key.network);
  return {
    address,
    script,
    walletId: null,
    derivationIndex: null,
    watchFromHeight: newest ? newest.height + 1 : 0,
    watchAfterHash: newest?.hash ?? null,
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

/** The highest block known: the source's tip, or a stored one if the source lags or is away. */
async function newestBlock(
  db: Db,
  source: TipSource,
  network: Network,
): Promise<BlockRef | undefined> {
  const [[row], tip] = await Promise.all([
    db
      .select({
        height: chain.height,
        hash: chain.hash,
        tipHeight: chain.tipHeight,
        tipHash: chain.tipHash,
      })
      .from(chain)
      .where(eq(chain.network, network)),
    Promise.race([
      source.tip(TIP_MAX_AGE_MS).catch(() => undefined),
      sleep(TIP_LIMIT_MS, undefined, { ref: false }),
    ]),
  ]);
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
