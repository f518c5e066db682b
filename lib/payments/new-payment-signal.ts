import type { Network } from '@/lib/domain/network';

type OnPayment = (network: Network) => void;

/** Notifies the jobs of this process of a new payment. Other processes poll the database. */
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
