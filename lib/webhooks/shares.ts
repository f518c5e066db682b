import type { Candidate } from './find-due';

/** What has a place of a sender. */
type Placed = Pick<Candidate, 'merchantId' | 'host'>;

export interface PickedCandidate extends Candidate {
  /** Its number among the attempts in flight of its merchant. */
  readonly place: number;
}

interface Host {
  readonly limit: number;
  /** Attempts in flight of other processes, as of the last look. */
  readonly others: number;
  /** Its candidates, and how many of them were picked. */
  readonly due: Candidate[];
  picked: number;
}

interface Merchant {
  readonly others: number;
  readonly hosts: Map<string, Host>;
}

/**
 * The senders of a process as merchants share them: each free one goes to the merchant with the
 * fewest attempts in flight, and to the one of its hosts with the fewest, up to the host's limit.
 */
export class Shares {
  #merchants = new Map<string, Merchant>();
  readonly #flying = new Map<string, number>();
  #total = 0;

  /** Attempts in flight of this process. */
  get inFlight(): number {
    return this.#total;
  }

  /** Whether no candidate is left. */
  get isEmpty(): boolean {
    return [...this.#merchants.values()].every(({ hosts }) =>
      [...hosts.values()].every(({ due, picked }) => picked === due.length),
    );
  }

  /** Replaces the candidates by those of a new look. */
  fill(found: readonly Candidate[]): void {
    this.#merchants = new Map();
    for (const one of found) {
      let merchant = this.#merchants.get(one.merchantId);
      if (!merchant) {
        merchant = { others: one.othersOfMerchant, hosts: new Map() };
        this.#merchants.set(one.merchantId, merchant);
      }
      const host = merchant.hosts.get(one.host);
      if (host) host.due.push(one);
      else {
        const { hostLimit: limit, othersToHost: others } = one;
        merchant.hosts.set(one.host, { limit, others, due: [one], picked: 0 });
      }
    }
  }

  /**
   * Takes the candidates to claim next; they count as in flight until {@link release}.
   *
   * @param limit free senders
   * @param reserve further ones, for merchants without an attempt in flight
   */
  pick(limit: number, reserve: number): PickedCandidate[] {
    const picked: PickedCandidate[] = [];
    while (picked.length < limit + reserve) {
      const next = this.#next(picked.length >= limit);
      if (!next) break;
      picked.push(next);
      this.#count(next, 1);
    }
    return picked;
  }

  /** An attempt in flight that was not picked here. */
  add(one: Placed): void {
    this.#count(one, 1);
  }

  /** The attempt has ended, or the candidate was not claimed. */
  release(one: Placed): void {
    this.#count(one, -1);
  }

  #next(onlyFirst: boolean): PickedCandidate | undefined {
    let best: { readonly host: Host; readonly flying: number } | undefined;
    for (const [id, merchant] of this.#merchants) {
      const flying = merchant.others + this.#flyingOf(id);
      if (onlyFirst && flying > 0) continue;
      if (best && flying >= best.flying) continue;
      const host = this.#hostOf(id, merchant);
      if (host) best = { host, flying };
      else this.#forgetWithoutDue(id, merchant);
    }
    if (!best) return undefined;
    const { host, flying } = best;
    const next = host.due[host.picked];
    host.picked += 1;
    return next && { ...next, place: flying + 1 };
  }

  /** Of the merchant's hosts with room, the one with the fewest attempts in flight. */
  #hostOf(id: string, { hosts }: Merchant): Host | undefined {
    let best: Host | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const [name, host] of hosts) {
      if (host.picked === host.due.length) {
        hosts.delete(name);
        continue;
      }
      const flying = host.others + this.#flyingOf(`${id} ${name}`);
      if (flying < Math.min(host.limit, least)) [best, least] = [host, flying];
    }
    return best;
  }

  #forgetWithoutDue(id: string, { hosts }: Merchant): void {
    if (hosts.size === 0) this.#merchants.delete(id);
  }

  #flyingOf(key: string): number {
    return this.#flying.get(key) ?? 0;
  }

  #count({ merchantId, host }: Placed, change: 1 | -1): void {
    this.#total += change;
    for (const key of [merchantId, `${merchantId} ${host}`]) {
      const flying = this.#flyingOf(key) + change;
      if (flying === 0) this.#flying.delete(key);
      else this.#flying.set(key, flying);
    }
  }
}
