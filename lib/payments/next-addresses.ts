import { setImmediate as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { addressesOf } from '@/lib/bitcoin/derive';
import type { ReceiveAddress } from '@/lib/bitcoin/descriptor';
import type { KeyActor } from '@/lib/domain/actor';

/** The part of an API key's wallet that addresses depend on. */
export type KeyWallet = Pick<KeyActor, 'walletId' | 'descriptor' | 'template' | 'network'>;

export interface IndexedAddress extends ReceiveAddress {
  readonly index: number;
}

/** Public keys to derive before other requests get their turn, which takes a few milliseconds. */
const KEYS_AT_ONCE = 16;

/**
 * The expected next addresses of a wallet. The database decides which one a payment gets; with a
 * guess, addresses are derived before the wallet is locked.
 */
class NextAddresses {
  #next: number | undefined;
  readonly #derived = new Map<number, IndexedAddress>();
  readonly #wallet: KeyWallet;

  constructor(wallet: KeyWallet) {
    this.#wallet = wallet;
  }

  /** None until the wallet's next index is known. */
  async likely(count: number): Promise<IndexedAddress[]> {
    return this.#next === undefined ? [] : this.from(this.#next, count);
  }

  /** The addresses from an index on; each is derived once. */
  async from(index: number, count: number): Promise<IndexedAddress[]> {
    const addresses = addressesOf(this.#wallet);
    const found: IndexedAddress[] = [];
    let keys = 0;
    for (let at = index; at < index + count; at += 1) {
      const known = this.#derived.get(at);
      if (!known && keys > 0 && keys + addresses.keyCount > KEYS_AT_ONCE) {
        await pause();
        keys = 0;
      }
      if (!known) keys += addresses.keyCount;
      const address = known ?? { index: at, ...addresses.at(at) };
      this.#derived.set(at, address);
      found.push(address);
    }
    return found;
  }

  /** Sets the next index, as read from the database. */
  continueAt(next: number): void {
    this.#next = next;
    for (const index of this.#derived.keys()) if (index < next) this.#derived.delete(index);
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
