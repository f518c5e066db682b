import type { Candidate } from './find-due';

/** What has a place of a sender. */
type Placed = Pick<Candidate, 'merchantId' | 'host'>;

export interface PickedCandidate extends Candidate {
  /** Its number among the attempts in flight of its merchant. */
  readonly place: number;
}

/** Attempts in flight of all processes. */
export interface InFlight {
  readonly toHost: number;
  readonly ofMerchant: number;
}

/** Attempts in flight of this process, of a merchant or to one of its hosts. */
interface Own {
  count: number;
}

interface OwnOfMerchant extends Own {
  readonly byHost: Map<string, Own>;
}

interface Host {
  readonly own: Own;
  readonly limit: number;
  /** Attempts in flight of other processes, as far as known. */
  others: number;
  /** Its candidates, and how many of them were picked. */
  readonly due: Candidate[];
  picked: number;
}

interface Merchant {
  readonly own: OwnOfMerchant;
  others: number;
  readonly hosts: Map<string, Host>;
}

/**
 * The senders of a process as merchants share them: each free one goes to the merchant with the
 * fewest attempts in flight, and to the one of its hosts with the fewest, up to the host's limit.
 * Hosts with equally many come in a random order: processes that look at the same moment seldom pick
 * the same.
 */
export class Shares {
  readonly #random: () => number;
  #merchants = new Map<string, Merchant>();
  /** By merchant. */
  readonly #own = new Map<string, OwnOfMerchant>();
  #total = 0;

  constructor(random: () => number = Math.random) {
    this.#random = random;
  }

  /** Attempts in flight of this process. */
  get inFlight(): number {
    return this.#total;
  }

  /** Whether no candidate is left. */
  get isEmpty(): boolean {
    for (const { hosts } of this.#merchants.values()) {
      for (const { due, picked } of hosts.values()) if (picked < due.length) return false;
    }
    return true;
  }

  /** Replaces the candidates by those of a new look. */
  fill(found: readonly Candidate[]): void {
    this.#merchants = new Map();
    for (const [id, { byHost, count }] of this.#own) {
      if (count === 0) this.#own.delete(id);
      for (const [host, own] of byHost) if (own.count === 0) byHost.delete(host);
    }
    const hosts = new Map(found.map((one) => [`${one.merchantId} ${one.host}`, one]));
    for (const one of shuffled([...hosts.values()], this.#random)) this.#hostOf(one);
    for (const one of found) this.#hostOf(one).due.push(one);
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
      this.add(next);
    }
    return picked;
  }

  /** An attempt in flight. */
  add(one: Placed): void {
    this.#count(one, 1);
  }

  /** The attempt has ended, or the candidate was not claimed. */
  release(one: Placed): void {
    this.#count(one, -1);
  }

  /**
   * Puts back a candidate that was released, since another process claims too.
   *
   * @param inFlight in all processes, as its turn saw it
   */
  putBack(one: Candidate, inFlight: InFlight): void {
    const host = this.#hostOf(one);
    host.others = Math.max(0, inFlight.toHost - host.own.count);
    host.due.splice(host.picked, 0, one);
    const merchant = this.#merchantOf(one);
    merchant.others = Math.max(0, inFlight.ofMerchant - merchant.own.count);
  }

  #next(onlyFirst: boolean): PickedCandidate | undefined {
    let best: { readonly host: Host; readonly flying: number } | undefined;
    for (const [id, merchant] of this.#merchants) {
      const flying = merchant.others + merchant.own.count;
      if (onlyFirst && flying > 0) continue;
      if (best && flying >= best.flying) continue;
      const host = nextHost(merchant);
      if (host) best = { host, flying };
      else if (merchant.hosts.size === 0) this.#merchants.delete(id);
      // None has fewer than none.
      if (best?.flying === 0) break;
    }
    if (!best) return undefined;
    const { host, flying } = best;
    const next = host.due[host.picked];
    host.picked += 1;
    return next && { ...next, place: flying + 1 };
  }

  #merchantOf({ merchantId, othersOfMerchant: others }: Candidate): Merchant {
    const known = this.#merchants.get(merchantId);
    if (known) return known;
    const made = { own: this.#ownOf(merchantId), others, hosts: new Map<string, Host>() };
    this.#merchants.set(merchantId, made);
    return made;
  }

  #hostOf(one: Candidate): Host {
    const { own, hosts } = this.#merchantOf(one);
    const known = hosts.get(one.host);
    if (known) return known;
    const { hostLimit: limit, othersToHost: others } = one;
    const made = { own: toHost(own, one.host), limit, others, due: [], picked: 0 };
    hosts.set(one.host, made);
    return made;
  }

  #ownOf(merchantId: string): OwnOfMerchant {
    const known = this.#own.get(merchantId);
    if (known) return known;
    const made = { count: 0, byHost: new Map<string, Own>() };
    this.#own.set(merchantId, made);
    return made;
  }

  #count({ merchantId, host }: Placed, change: 1 | -1): void {
    this.#total += change;
    const own = this.#ownOf(merchantId);
    own.count += change;
    toHost(own, host).count += change;
  }
}

function toHost({ byHost }: OwnOfMerchant, host: string): Own {
  const known = byHost.get(host);
  if (known) return known;
  const made = { count: 0 };
  byHost.set(host, made);
  return made;
}

/** Of a merchant's hosts with room, the one with the fewest attempts in flight. */
function nextHost({ hosts }: Merchant): Host | undefined {
  let best: Host | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const [name, host] of hosts) {
    if (host.picked === host.due.length) {
      hosts.delete(name);
      continue;
    }
    const flying = host.others + host.own.count;
    if (flying < Math.min(host.limit, least)) [best, least] = [host, flying];
    // None has fewer than none.
    if (least === 0) break;
  }
  return best;
}

/** In a random order (Fisher and Yates). */
function shuffled<T>(items: T[], random: () => number): T[] {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    const moved = items[last] as T;
    items[last] = items[other] as T;
    items[other] = moved;
  }
  return items;
}
