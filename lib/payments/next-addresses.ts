import { LRUCache } from 'lru-cache';
import { deriveReceive } from '@/lib/bitcoin/derive';
import type { ReceiveAddress } from '@/lib/bitcoin/descriptor';
import type { Caller } from '@/lib/keys/authenticate';

export interface IndexedAddress extends ReceiveAddress {
  readonly index: number;
}

const MOST_AT_ONCE = 64;

/**
 * The addresses a wallet will give out next, as far as this process knows: derived before they are
 * needed, each once, so that nobody waits for a derivation while the wallet is locked. A guess:
 * the database says which one a payment gets.
 */
class NextAddresses {
  /** The next index; undefined before this process has used the wallet. */
  #next: number | undefined;
  readonly #derived = new Map<number, IndexedAddress>();
  readonly #derive: (index: number) => ReceiveAddress;
  /** Payments being created now. */
  creating = 0;

  constructor({ descriptor, network }: Caller) {
    this.#derive = (index) => deriveReceive(descriptor, network, index);
  }

  /** Enough for all that is being created now, whoever comes first; none before the first use. */
  likely(): IndexedAddress[] {
    const from = this.#next;
    if (from === undefined) return [];
    const count = Math.min(2 * this.creating - 1, MOST_AT_ONCE);
    return Array.from({ length: count }, (_, n) => this.at(from + n));
  }

  at(index: number): IndexedAddress {
    const known = this.#derived.get(index);
    if (known) return known;
    const derived = { index, ...this.#derive(index) };
    this.#derived.set(index, derived);
    return derived;
  }

  /** The database has said what is next. */
  continueAt(next: number): void {
    this.#next = next;
    for (const index of this.#derived.keys()) if (index < next) this.#derived.delete(index);
  }

  taken(index: number): void {
    if (this.#next === undefined || index >= this.#next) this.continueAt(index + 1);
  }
}

const wallets = new LRUCache<string, NextAddresses>({ max: 1_000 });

/** Those of the caller's wallet. */
export function nextAddresses(caller: Caller): NextAddresses {
  const known = wallets.get(caller.walletId);
  if (known) return known;
  const made = new NextAddresses(caller);
  wallets.set(caller.walletId, made);
  return made;
}
