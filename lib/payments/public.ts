import { SOURCE_TRAITS } from '@/lib/domain/chain-condition';
import { oncePerProcess } from '@/lib/once-per-process';
import { type Runtime, runtime } from '@/lib/runtime';
import { MOVED_CHANNEL } from './payment-changes';
import { noteViews, PaymentViews } from './payment-views';
import { findPublicPayments, type PublicPayment } from './public-payment';
import { PaymentWatch } from './public-watch';

export type { PublicPayment } from './public-payment';

/** The shape of a checkout id: anything else is answered without asking the database. */
const CHECKOUT_ID = /^co_[0-9A-Za-z]{22}$/;

/** The payment that a payment page shows; undefined for an unknown id. */
export async function readPublicPayment(checkoutId: string): Promise<PublicPayment | undefined> {
  if (!CHECKOUT_ID.test(checkoutId)) return undefined;
  const [found] = await findPublicPayments(runtime().db, [checkoutId]);
  return found;
}

/**
 * Calls `onMove` after every change of the payment or of its depth until the returned function
 * is called, or until `onClose`. Undefined when this process serves as many pages as it can.
 */
export function watchPublicPayment(
  { checkoutId, network }: PublicPayment,
  onMove: (payment: PublicPayment) => void,
  onClose: () => void,
): (() => void) | undefined {
  return processWatch().watch({ checkoutId, network, onMove, onClose });
}

/**
 * Notes that a payment's page is looked at, so that its money is looked for first. Only where the
 * chain's source is asked address by address, and only while there is something to look for.
 */
export function noteView({ checkoutId, network, status }: PublicPayment): void {
  if (!SOURCE_TRAITS[runtime().env.sources[network].kind].asksByAddress) return;
  if (status === 'pending' || status === 'detected') processViews().note(checkoutId);
}

/** The server's clock: what a page's countdown goes by. */
export function serverNow(): Date {
  return runtime().clock();
}

/** Writes down what kept a page from being shown. */
export function logPageFault(error: unknown): void {
  runtime().log.error({ err: error }, 'a payment page could not be shown');
}

/** One for all pages of the process: it listens once. */
function processWatch(): PaymentWatch {
  const own = runtime();
  return oncePerProcess('payment watch', () => startWatch(own), own);
}

function startWatch(own: Runtime): PaymentWatch {
  const watch = new PaymentWatch({
    read: (checkoutIds) => findPublicPayments(own.db, checkoutIds),
    listen: (onNotify) => own.database.listen(MOVED_CHANNEL, onNotify),
    onError: (error) => {
      own.log.error({ err: error }, 'payment pages are not woken');
    },
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => watch.close());
  return watch;
}

function processViews(): PaymentViews {
  const own = runtime();
  return oncePerProcess(
    'payment views',
    () =>
      new PaymentViews({
        clock: own.clock,
        write: (checkoutIds, now) => noteViews(own.db, checkoutIds, now),
        onError: (error) => {
          own.log.warn({ err: error }, 'views of payment pages could not be noted');
        },
      }),
    own,
  );
}
