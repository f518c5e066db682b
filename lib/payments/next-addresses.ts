import { LRUCache } from 'lru-cache';
import { deriveReceive } from '@/lib/bitcoin/derive';
import type { ReceiveAddress } from '@/lib/bitcoin/descriptor';
import type { KeyActor } from '@/lib/domain/actor';

/** The part of an API key's wallet that addresses depend on. */
export type KeyWallet = Pick<KeyActor, 'walletId' | 'descriptor' | 'network'>;

export interface IndexedAddress extends ReceiveAddress {
  readonly index: number;
}

/**
 * The expected next addresses of a wallet. The database decides which one a payment gets; with a
 * guess, addresses are derived before the wallet is locked.
 */
class NextAddresses {
  #next: number | undefined;
  readonly #derived = new Map<number, IndexedAddress>();
  readonly #derive: (index: number) => ReceiveAddress;

  constructor({ descriptor, network }: KeyWallet) {
    this.#derive = (index) => deriveReceive(descriptor, network, index);
  }

  /** None until the wallet's next index is known. */
  likely(count: number): IndexedAddress[] {
    return this.#next === undefined ? [] : this.from(this.#next, count);
  }

  /** The addresses from an index on; each is derived once. */
  from(index: number, count: number): IndexedAddress[] {
    return Array.from({ length: count }, (_, n) => this.#at(index + n));
  }

  /** Sets the next index, as read from the database. */
  continueAt(next: number): void {
    this.#next = next;
    for (const index of this.#derived.keys()) if (index < next) this.#derived.delete(index);
  }

  #at(index: number): IndexedAddress {
    const known = this.#derived.get(index);
    if (known) return known;
    const derived = { index, ...this.#derive(index) };
    this.#derived.set(index, derived);
    return derived;
  }
}

const wallets = new LRUCache<string, NextAddresses>({ max: 1_000 });

/** The next addresses of this wallet. */
export function nextAddresses(wallet: KeyWallet): NextAddresses {
  const known = wallets.get(wallet.walletId);
  if (known) return known;
  const made = new NextAddresses(wallet);
  wallets.set(wallet.walletId, made);
  return made;
}
