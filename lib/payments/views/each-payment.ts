import { Problem, type ProblemCode } from '@/lib/domain/problems';

/** What became of one of several payments. */
export type Outcome<T> =
  | { readonly id: string; readonly done: T }
  | { readonly id: string; readonly refused: Problem };

/** Refusals that concern one payment alone. */
const OF_ONE: ReadonlySet<ProblemCode> = new Set([
  'payment_not_found',
  'payment_not_cancelable',
  'payment_changed',
]);

/**
 * Does the same to several payments, one after the other. Each is a transaction of its own: what
 * one is refused changes nothing for the others.
 *
 * @returns the outcome of each distinct payment, in the given order
 * @throws any other problem or fault; the payments before it are done
 */
export async function eachPayment<T>(
  paymentIds: readonly string[],
  act: (paymentId: string) => Promise<T>,
): Promise<Outcome<T>[]> {
  const outcomes: Outcome<T>[] = [];
  for (const id of new Set(paymentIds)) {
    try {
      outcomes.push({ id, done: await act(id) });
    } catch (error) {
      if (!(error instanceof Problem && OF_ONE.has(error.code))) throw error;
      outcomes.push({ id, refused: error });
    }
  }
  return outcomes;
}
