import { countPaymentTowardIpLimit } from '@/lib/client-limit';
import { SOURCE_TRAITS } from '@/lib/domain/chain-condition';
import { idPattern } from '@/lib/domain/ids';
import { Problem } from '@/lib/domain/problems';
import { findLogo } from '@/lib/face/read-branding';
import { oncePerProcess } from '@/lib/once-per-process';
import { rateLimitKeyFromHeaders } from '@/lib/rate-limit-key-from-headers';
import { type Runtime, runtime } from '@/lib/runtime';
import { targetPolicy } from '@/lib/webhooks/transport/target-url';
import { ensureFollowUpForCustomer } from './ensure-follow-up';
import { PAYMENT_CHANGED_CHANNEL } from './payment-changes';
import { recordView } from './payment-views';
import { findPublicPayment, findPublicPayments, type PublicPayment } from './public-payment';
import { PageWatch, type PageWatchRefusal } from './public-watch';

export { EVENT_STREAM_HEADERS, eventStream } from '@/lib/server/changes/event-stream';
export type { PublicPayment } from './public-payment';
export type { PageWatchRefusal } from './public-watch';

/** A text of another form cannot be an id, so it needs no query. */
const CHECKOUT_ID = idPattern('checkout');

/**
 * Returns undefined for an unknown id.
 *
 * @throws Problem `address_not_verified`
 */
export async function readPublicPayment(checkoutId: string): Promise<PublicPayment | undefined> {
  if (!CHECKOUT_ID.test(checkoutId)) return undefined;
  return findPublicPayment(runtime().db, checkoutId);
}

/**
 * Calls `onMove` with the payment, and after every change of the payment or of its confirmations,
 * until the returned function is called or `onClose` runs.
 *
 * @param headers the page request's headers, which identify the client
 * @returns a function that ends the watch, or the limit that another page would exceed
 */
export function watchPublicPayment(
  { checkoutId, network }: PublicPayment,
  headers: Headers,
  onMove: (payment: PublicPayment) => void,
  onClose: () => void,
): (() => void) | PageWatchRefusal {
  const client = rateLimitKeyFromHeaders(headers);
  return processWatch().watch({ id: checkoutId, network, client, onMove, onClose });
}

/**
 * Records that a payment's page is open, so its address is looked up first. Only sources that look
 * up single addresses need this, and only while the payment expects outputs.
 */
export function recordPageView({ checkoutId, network, status }: PublicPayment): void {
  const { db, env, clock, log } = runtime();
  if (!SOURCE_TRAITS[env.sources[network].kind].readsByAddress) return;
  if (status !== 'pending' && status !== 'detected') return;
  // Not awaited, because the page does not need the result.
  recordView(db, checkoutId, clock()).catch((error) => {
    log.warn({ err: error }, 'the view of a payment page could not be recorded');
  });
}

/**
 * Creates a follow-up of an expired payment, or finds the open one.
 *
 * @param headers the request's headers, which identify the client
 * @returns the checkout id of the follow-up
 * @throws Problem `forbidden` if the key does not allow follow-ups; the problems of
 *   {@link ensureFollowUpForCustomer}
 */
export async function createCustomerFollowUp(
  { checkoutId, allowsFollowUps }: PublicPayment,
  headers: Headers,
): Promise<string> {
  if (!allowsFollowUps) throw new Problem('forbidden', 'Ask the shop for a new payment.');
  const { db, sources, newPayments, rates, env, clock } = runtime();
  const countPayment = () => countPaymentTowardIpLimit(headers);
  const deps = { db, sources, newPayments, rates, policy: targetPolicy(env), countPayment };
  const { row } = await ensureFollowUpForCustomer(deps, checkoutId, clock());
  return row.checkoutId;
}

export async function readLogo(hash: string): Promise<Uint8Array | undefined> {
  return /^[0-9a-f]{32}$/.test(hash) ? findLogo(runtime().db, hash) : undefined;
}

export function serverNow(): Date {
  return runtime().clock();
}

export function logPaymentPageError(error: unknown): void {
  runtime().log.error({ err: error }, 'payment page failed');
}

/** One per process, because each needs a database connection to listen. */
function processWatch(): PageWatch<PublicPayment> {
  const own = runtime();
  return oncePerProcess('payment watch', () => startWatch(own), own);
}

function startWatch(own: Runtime): PageWatch<PublicPayment> {
  const watch = new PageWatch({
    read: (checkoutIds) => findPublicPayments(own.db, checkoutIds),
    idOf: ({ checkoutId }) => checkoutId,
    listen: (onNotify) => own.database.listen(PAYMENT_CHANGED_CHANNEL, onNotify),
    onCount: (open) => own.metrics.openStreams('payment_page', open),
    onError: (error) => {
      own.log.error({ err: error }, 'payment pages get no notifications');
    },
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => watch.close());
  return watch;
}
