import type { Network } from '@/lib/domain/network';

type OnPayment = (network: Network) => void;

/**
 * Announces a new payment to the jobs of this process, so that they need not poll the database.
 * This is only a hint, and other processes find the payment without it.
 */
export class NewPaymentSignal {
  readonly #listeners = new Set<OnPayment>();

  /** Announces that a payment on the network was committed. */
  emit(network: Network): void {
    for (const onPayment of this.#listeners) onPayment(network);
  }

  listen(onPayment: OnPayment): { close(): void } {
    this.#listeners.add(onPayment);
    return { close: () => this.#listeners.delete(onPayment) };
  }
}
