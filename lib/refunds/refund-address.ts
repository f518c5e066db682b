import { and, desc, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { LOCK_NAMES, lock } from '@/db/locks';
import { apiKey, merchantWallet, wallet } from '@/db/schema/accounts';
import { block, chain } from '@/db/schema/chain';
import { payment } from '@/db/schema/payments';
import { AddressError, addressToScript, normalizeAddress } from '@/lib/bitcoin/address';
import { MAX_CHILD_INDEX } from '@/lib/bitcoin/derivation-path';
import { readCachedTemplate } from '@/lib/bitcoin/derive';
import { dustSats } from '@/lib/domain/dust';
import { invalidField, Problem } from '@/lib/domain/problems';
import type { Sats } from '@/lib/domain/sats';
import type { PaymentRow } from '@/lib/payments/payment-row';

/**
 * How many addresses before and after a wallet's next one are refused. It is the usual gap limit.
 */
const NEXT_ADDRESSES = 20;

interface RefundAddress {
  readonly address: string;
  readonly script: string;
}

/**
 * Checks an address to which a refund is to be paid. Until the transaction ends, no new payment can
 * get this address.
 *
 * @throws Problem `address_network_mismatch`; `address_in_use` for an address of a payment or of
 *  the merchant's own wallets; `invalid_request` for text that is not an address, and for an amount
 *  below the address's dust limit
 */
export async function checkRefundAddress(
  tx: Db,
  { network, apiKeyId }: PaymentRow,
  text: string,
  amount: Sats,
): Promise<RefundAddress> {
  const address = normalizeAddress(text.trim());
  const script = scriptOf(address, network);
  const minimum = dustSats(address);
  if (amount < minimum) {
    const message = `Must be at least ${minimum} sat, which is the minimum that can be sent to this address.`;
    throw invalidField('/amount_sats', 'out_of_range', message);
  }
  await lock(tx, LOCK_NAMES.addresses(network));
  const [own] = await tx
    .select({ id: payment.id })
    .from(payment)
    .where(and(eq(payment.network, network), eq(payment.script, script)))
    .limit(1);
  if (own || (await isNextOfOwnWallet(tx, apiKeyId, network, script))) {
    throw new Problem(
      'address_in_use',
      'This address is one of your own, where you receive payments. Give the address of the customer.',
    );
  }
  return { address, script };
}

function scriptOf(address: string, network: PaymentRow['network']): string {
  try {
    return addressToScript(address, network);
  } catch (error) {
    if (!(error instanceof AddressError)) throw error;
    if (error.reason === 'wrong_network') {
      throw new Problem('address_network_mismatch', error.message);
    }
    throw invalidField('/address', 'invalid_address', error.message);
  }
}

async function isNextOfOwnWallet(
  tx: Db,
  apiKeyId: string,
  network: PaymentRow['network'],
  script: string,
): Promise<boolean> {
  const wallets = await tx
    .select({ template: wallet.template, nextIndex: wallet.nextIndex })
    .from(apiKey)
    .innerJoin(merchantWallet, eq(merchantWallet.merchantId, apiKey.merchantId))
    .innerJoin(wallet, eq(wallet.id, merchantWallet.walletId))
    .where(and(eq(apiKey.id, apiKeyId), eq(wallet.network, network)));
  return wallets.some(({ template, nextIndex }) => {
    const addresses = readCachedTemplate({ network, template });
    const last = Math.min(nextIndex + NEXT_ADDRESSES, MAX_CHILD_INDEX);
    for (let index = Math.max(0, nextIndex - NEXT_ADDRESSES); index <= last; index++) {
      if (addresses.at(index).script === script) return true;
    }
    return false;
  });
}

/**
 * Returns the newest block that was read. Outputs up to this block do not count for a new address.
 */
export async function readWatchStart(tx: Db, network: PaymentRow['network']) {
  const [row] = await tx
    .select({ height: chain.height, hash: chain.hash })
    .from(chain)
    .where(eq(chain.network, network));
  const height = row?.height ?? null;
  return { watchFromHeight: height === null ? 0 : height + 1, watchAfterHash: row?.hash ?? null };
}

/** Returns the newest stored block that is certainly older than the payment and its refunds. */
export async function blockBeforePayment(tx: Db, { network, createdAt }: PaymentRow) {
  const rows = await tx
    .select({ height: block.height, hash: block.hash, time: block.time })
    .from(block)
    .where(eq(block.network, network))
    .orderBy(desc(block.height));
  const before = createdAt.getTime() - BLOCK_TIME_SLACK_MS;
  return rows.find(({ time }) => time === null || time.getTime() < before) ?? rows.at(-1);
}

/** A block's time can differ this much from the real time, because the consensus rules allow it. */
const BLOCK_TIME_SLACK_MS = 2 * 3_600_000;
