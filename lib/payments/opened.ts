import type { Network } from '@/lib/domain/network';

type OnOpened = (network: Network) => void;

/**
 * Announces a new payment to the jobs of this process, so that they need not poll the database. It
 * is only a hint: other processes find the payment on their own.
 */
export class Opened {
  readonly #listeners = new Set<OnOpened>();

  /** Announces that a payment on the network was committed. */
  tell(network: Network): void {
    for (const onOpened of this.#listeners) onOpened(network);
  }

  listen(onOpened: OnOpened): { close(): void } {
    this.#listeners.add(onOpened);
    return { close: () => this.#listeners.delete(onOpened) };
  }
}
