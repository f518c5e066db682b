import type { Network } from '@/lib/domain/network';

type OnOpened = (network: Network) => void;

/**
 * Tells the jobs of this process at once that it has created a payment, so that they need not ask
 * the database for new ones. A hint: other processes notice the payment by themselves.
 */
export class Opened {
  readonly #listeners = new Set<OnOpened>();

  /** A payment on the network was committed. */
  tell(network: Network): void {
    for (const onOpened of this.#listeners) onOpened(network);
  }

  listen(onOpened: OnOpened): { close(): void } {
    this.#listeners.add(onOpened);
    return { close: () => this.#listeners.delete(onOpened) };
  }
}
