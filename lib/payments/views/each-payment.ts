import { Problem, type ProblemCode } from '@/lib/domain/problems';

/** The result for one of several payments. */
export type Outcome<T> =
  | { readonly id: string; readonly done: T }
  | { readonly id: string; readonly refused: Problem };

/** The codes of refusals that concern a single payment. */
const OF_ONE: ReadonlySet<ProblemCode> = new Set([
  'payment_not_found',
  'payment_not_cancelable',
  'payment_changed',
]);

/**
 * Applies an action to several payments, one after the other. Each has a transaction of its own, so
 * a refusal affects no other payment.
 *
 * @returns the outcome of each distinct payment, in the given order
 * @throws any other problem or fault; earlier payments stay done
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
