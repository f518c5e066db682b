import { type PastedFault, readPastedAddress } from '@/lib/bitcoin/pasted-address';
import { countTowardIpLimit } from '@/lib/client-limit';
import type { Network } from '@/lib/domain/network';
import { Problem } from '@/lib/domain/problems';
import { oncePerProcess } from '@/lib/once-per-process';
import { rateLimitKeyFromHeaders } from '@/lib/rate-limit-key-from-headers';
import { runtime } from '@/lib/runtime';
import { findPublicRefunds, type PublicRefund } from './public-refund';
import { refundOfLink } from './refund-link';
import { openRefundWatch, type PageWatchRefusal } from './refund-watch';
import { setRefundAddressByCustomer } from './set-refund-address';

export type { PublicRefund } from './public-refund';
export { EVENT_STREAM_HEADERS, eventStream, type PageWatchRefusal } from './refund-watch';

export async function readPublicRefund(token: string): Promise<PublicRefund | undefined> {
  const { db, vault, clock } = runtime();
  const row = await refundOfLink(db, vault, token, clock()).catch(undefinedIfNotFound);
  if (!row) return undefined;
  const [found] = await findPublicRefunds(db, [row.id]);
  return found;
}

/**
 * Calls `onMove` with the refund now and after every change of the refund or of its confirmations,
 * until the returned function is called or `onClose` runs. `onClose` also runs when the link
 * becomes invalid.
 *
 * @returns a function that ends the watch, or the limit that another page would exceed
 */
export function watchPublicRefund(
  { id, network, linkExpiresAt }: PublicRefund,
  headers: Headers,
  onMove: (refund: PublicRefund) => void,
  onClose: () => void,
): (() => void) | PageWatchRefusal {
  const own = runtime();
  const watch = oncePerProcess('refund watch', () => openRefundWatch(own), own);
  const isValid = (current: PublicRefund) =>
    current.linkExpiresAt === linkExpiresAt && linkExpiresAt > own.clock().getTime();
  const show = (current: PublicRefund) => (isValid(current) ? onMove(current) : onClose());
  return watch.watch({
    id,
    network,
    client: rateLimitKeyFromHeaders(headers),
    onMove: show,
    onClose,
  });
}

export type AddressFault = PastedFault | 'own_address';

type GivenAddress =
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: AddressFault; readonly network?: Network };

/** Finds the address in a text that a customer pasted, or the reason why there is none. */
export function parseRefundAddress({ network }: PublicRefund, text: string): GivenAddress {
  return readPastedAddress(text, network);
}

/**
 * Stores the address to which a refund is paid, unless the refund can no longer change. Returns why
 * the address cannot be used; undefined if it can.
 */
export async function submitRefundAddress(
  refund: PublicRefund,
  address: string,
): Promise<AddressFault | undefined> {
  const { db, newPayments, clock } = runtime();
  try {
    await setRefundAddressByCustomer(
      { db, newPayments },
      { refundId: refund.id, address },
      clock(),
    );
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.code === 'address_in_use') return 'own_address';
    if (error.code === 'invalid_request') return 'unpayable';
    return undefined;
  }
}

/** Sending a form counts as much as reading the page ten times. */
const READS_PER_FORM = 10;

/** Counts a request against its IP address, and returns whether the limit allows a response. */
export async function consumeRefundPageLimit(
  headers: Headers,
  sendsForm: boolean,
): Promise<boolean> {
  const cost = sendsForm ? READS_PER_FORM : 1;
  const limit = { name: 'refund pages', requestsPerPoint: 60, cost };
  return (await countTowardIpLimit(headers, limit)) === undefined;
}

export function logRefundPageError(error: unknown): void {
  runtime().log.error({ err: error }, 'the page of a refund failed');
}

function undefinedIfNotFound(error: unknown): undefined {
  if (error instanceof Problem && error.code === 'not_found') return undefined;
  throw error;
}
