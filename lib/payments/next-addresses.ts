import { LRUCache } from 'lru-cache';
import { deriveReceive } from '@/lib/bitcoin/derive';
import type { ReceiveAddress } from '@/lib/bitcoin/descriptor';
import type { KeyActor } from '@/lib/domain/actor';

/** The wallet of an API key, as far as its addresses are concerned. */
export type KeyWallet = Pick<KeyActor, 'walletId' | 'descriptor' | 'network'>;

export interface IndexedAddress extends ReceiveAddress {
  readonly index: number;
}

/**
 * The addresses a wallet will give out next, as far as this process knows. A guess: the database
 * says which a payment gets. Guessed before, they are derived while nobody waits for the wallet.
 */
class NextAddresses {
  #next: number | undefined;
  readonly #derived = new Map<number, IndexedAddress>();
  readonly #derive: (index: number) => ReceiveAddress;

  constructor({ descriptor, network }: KeyWallet) {
    this.#derive = (index) => deriveReceive(descriptor, network, index);
  }

  /** None before the database has said where to begin. */
  likely(count: number): IndexedAddress[] {
    return this.#next === undefined ? [] : this.from(this.#next, count);
  }

  /** Those from an index on; each is derived once. */
  from(index: number, count: number): IndexedAddress[] {
    return Array.from({ length: count }, (_, n) => this.#at(index + n));
  }

  /** The database has said what is next. */
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

/** Those of this wallet. */
export function nextAddresses(wallet: KeyWallet): NextAddresses {
  const known = wallets.get(wallet.walletId);
  if (known) return known;
  const made = new NextAddresses(wallet);
  wallets.set(wallet.walletId, made);
  return made;
}
