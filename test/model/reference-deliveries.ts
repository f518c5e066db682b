import type { EventType, ReferencePayment } from './reference-payment';
import type { Outcome } from './replies';

const [SECOND_MS, MINUTE_MS, DAY_MS] = [1000, 60_000, 86_400_000];
/** The schedule, repeated on purpose: the model shares nothing with the code under test. */
const waitsMs = [5, 30, 120, 600, 1800, 3600, 7200, 14_400, 28_800].map((s) => s * SECOND_MS);
const lastWaitMs = 12 * 3600 * SECOND_MS;
const windowDays = 10;

/** A host as the model's only merchant sees it. */
interface Host {
  failures: number;
  openUntil: number;
  lastSuccess: number;
  /** Whether it failed or rejected an event since its last success. */
  failing: boolean;
}

export interface ReferenceDelivery {
  readonly payment: ReferencePayment;
  readonly event: ReferencePayment['events'][number];
  readonly url: string;
  readonly host: Host;
  /** An attempt without an end lost its sender. */
  readonly attempts: { at: number; end: number | null; outcome: Outcome | null }[];
  status: 'pending' | 'delivering' | 'delivered' | 'failed';
  /** The start of its retries. */
  startedAt: number;
  due: number;
  /** A success of another delivery makes this one due no earlier. */
  notBefore: number;
  leaseUntil: number;
}

type Event = ReferencePayment['events'][number];

/**
 * The expected requests and their times: one delivery for each event and URL that wants it: of the
 * payment, if the key has chosen the event, and of each added endpoint.
 */
export class ReferenceDeliveries {
  readonly all: ReferenceDelivery[] = [];
  chosen: readonly EventType[] = ['payment.detected', 'payment.confirmed'];
  /** The added endpoints: URLs with the events that they get of all payments. */
  readonly added = new Map<string, readonly EventType[]>();
  /** Paused URLs, whose deliveries are never due. */
  readonly #paused = new Set<string>();
  readonly #hosts: Record<string, Host> = {};
  readonly #collected = new Map<ReferencePayment, number>();

  /** Adds new events. */
  collect(payments: readonly ReferencePayment[]): void {
    for (const payment of payments) {
      const known = this.#collected.get(payment) ?? 0;
      this.#collected.set(payment, payment.events.length);
      for (const event of payment.events.slice(known)) {
        for (const url of this.#urlsFor(payment, event)) this.#add(payment, event, url);
      }
    }
  }

  #urlsFor({ terms }: ReferencePayment, { type, again }: Event): Set<string> {
    const needed = again ? [type, 'payment.reverted' as const] : [type];
    const wants = (types: readonly EventType[]) => needed.every((one) => types.includes(one));
    const named = terms.webhook_url !== undefined && wants(this.chosen) ? [terms.webhook_url] : [];
    const added = [...this.added].filter(([, types]) => wants(types)).map(([url]) => url);
    return new Set([...named, ...added]);
  }

  #add(payment: ReferencePayment, event: Event, url: string): void {
    const { host: name } = new URL(url);
    this.#hosts[name] ??= { failures: 0, openUntil: 0, lastSuccess: 0, failing: false };
    const host = this.#hosts[name];
    const due = this.#paused.has(url) ? Infinity : event.at;
    const times = { startedAt: event.at, due, notBefore: 0, leaseUntil: 0 };
    this.all.push({ payment, event, url, host, attempts: [], status: 'pending', ...times });
  }

  /** Ends the attempts of killed senders and makes their deliveries due. */
  reclaim(now: number): void {
    for (const one of this.all.filter(({ status }) => status === 'delivering')) {
      if (one.leaseUntil > now) continue;
      Object.assign(one, { status: 'pending', due: this.#dueAt(one, now) });
    }
  }

  /** @param perHost parallel attempts to a working host; a failing one gets one at a time */
  mayBeAttempted(one: ReferenceDelivery, now: number, perHost: number): boolean {
    const { openUntil } = one.host;
    const room = openUntil === 0 ? perHost : openUntil <= now ? 1 : 0;
    const inFlight = this.all.filter(({ status }) => status === 'delivering');
    if (inFlight.filter(({ host }) => host === one.host).length >= room) return false;
    const isSibling = ({ payment, url }: ReferenceDelivery) =>
      payment === one.payment && url === one.url;
    if (inFlight.some(isSibling)) return false;
    const isDue = ({ status, due }: ReferenceDelivery) => status === 'pending' && due <= now;
    const earlier = this.all.slice(0, this.all.indexOf(one));
    return (
      isDue(one) &&
      !earlier.filter(isSibling).some((other) => isDue(other) || other.attempts.length === 0)
    );
  }

  begin(one: ReferenceDelivery, now: number): void {
    one.attempts.push({ at: now, end: null, outcome: null });
    Object.assign(one, { status: 'delivering', leaseUntil: now + 30 * SECOND_MS });
  }

  /** @param random from 0 to 1: the jitter of the next attempt, up to a tenth earlier or later */
  finish(one: ReferenceDelivery, outcome: Outcome, now: number, random: number): void {
    const [before, last] = [one.attempts.at(-2), one.attempts.at(-1)];
    const othersSucceeded = before && (before.end ?? before.at) <= one.host.lastSuccess;
    if (last) Object.assign(last, { end: now, outcome });
    this.#noteHost(one.host, outcome, now);
    const nth = one.attempts.filter(({ at }) => at >= one.startedAt).length;
    const wait = (waitsMs[nth - 1] ?? lastWaitMs) * (0.9 + 0.2 * random);
    const asked = Math.min(outcome.retryAfterMs ?? 0, DAY_MS);
    one.due = Math.round(now + Math.max(wait, asked));
    one.notBefore = othersSucceeded ? one.due : now + asked;
    const givenUp = outcome.status === 410 || one.due > one.startedAt + windowDays * DAY_MS;
    one.status = outcome.code === null ? 'delivered' : givenUp ? 'failed' : 'pending';
    one.due = this.#dueAt(one, one.due);
  }

  /** Updates a host after an attempt. Its first success makes its pending deliveries due. */
  #noteHost(host: Host, { status, code }: Outcome, now: number): void {
    const failed = status === null || status >= 500 || status === 429;
    const failures = failed ? host.failures + 1 : 0;
    const pause = failures < 5 ? 0 : Math.min(2 ** (failures - 5), 15) * MINUTE_MS;
    Object.assign(host, { failures, openUntil: pause && now + pause });
    host.failing ||= code !== null;
    if (code !== null) return;
    const isWaiting = (other: ReferenceDelivery) => other.host === host && other.due < Infinity;
    const waiting = host.failing ? this.all.filter(isWaiting) : [];
    for (const other of waiting) other.due = Math.min(other.due, Math.max(now, other.notBefore));
    Object.assign(host, { failing: false, lastSuccess: now });
  }

  /** Restarts the retries. @returns false during an attempt */
  resend(one: ReferenceDelivery, now: number): boolean {
    if (one.status === 'delivering') return false;
    const due = this.#dueAt(one, now);
    Object.assign(one, { status: 'pending', startedAt: now, due, notBefore: 0 });
    one.host.openUntil = Math.min(one.host.openUntil, now);
    return true;
  }

  #dueAt(one: ReferenceDelivery, at: number): number {
    return this.#paused.has(one.url) ? Infinity : at;
  }

  /** Whether the URL is an endpoint, which can be paused: it was added, or has got an event. */
  knows(url: string): boolean {
    return this.added.has(url) || this.all.some((one) => one.url === url);
  }

  /** No new events of other payments. @returns whether the endpoint stays, since it has got events */
  remove(url: string): boolean {
    this.added.delete(url);
    const stays = this.knows(url);
    if (!stays) this.#paused.delete(url);
    return stays;
  }

  /** Deliveries to the URL are never due from now on. */
  pause(url: string): void {
    this.#paused.add(url);
    for (const one of this.#waitingFor(url)) one.due = Infinity;
  }

  /** Restarts the retries of deliveries pending for the URL. @returns how many are pending */
  resume(url: string, now: number): number {
    if (!this.#paused.delete(url)) return 0;
    const waiting = this.#waitingFor(url);
    for (const one of waiting) this.resend(one, now);
    return waiting.length;
  }

  #waitingFor(url: string): ReferenceDelivery[] {
    return this.all.filter((one) => one.status === 'pending' && one.url === url);
  }

  /**
   * The time of the next possible attempt, or of the end of a killed sender's lease; never:
   * Infinity.
   */
  nextListAt(): number {
    const pending = this.all.filter(({ status }) => status === 'pending');
    const delivering = this.all.filter(({ status }) => status === 'delivering');
    const moments = pending.map(({ due, host }) => Math.max(due, host.openUntil));
    return Math.min(...moments, ...delivering.map(({ leaseUntil }) => leaseUntil));
  }
}
