import type { Network } from '@/lib/domain/network';

type OnPayment = (network: Network) => void;

/**
 * Tells the jobs of this process about a new payment, so that they need not poll the database.
 * Other processes find the payment by polling.
 */
export class NewPaymentSignal {
  readonly #listeners = new Set<OnPayment>();

  /** Call this after the commit. */
  emit(network: Network): void {
    for (const onPayment of this.#listeners) onPayment(network);
  }

  listen(onPayment: OnPayment): { close(): void } {
    this.#listeners.add(onPayment);
    return { close: () => this.#listeners.delete(onPayment) };
  }
}
