import type { EventType, ReferencePayment } from './reference-payment';
import type { Outcome } from './replies';

const [SECOND_MS, MINUTE_MS, DAY_MS] = [1000, 60_000, 86_400_000];
/** A copy of the retry schedule, because the model must not depend on the code under test. */
const waitsMs = [5, 30, 120, 600, 1800, 3600, 7200, 14_400, 28_800].map((s) => s * SECOND_MS);
const lastWaitMs = 12 * 3600 * SECOND_MS;
const windowDays = 10;

/** The model has only one merchant, so each host has one state. */
interface Host {
  failures: number;
  openUntil: number;
  lastSuccess: number;
  /** Whether the host failed or rejected an event after its last success. */
  failing: boolean;
}

export interface ReferenceDelivery {
  readonly payment: ReferencePayment;
  readonly event: ReferencePayment['events'][number];
  readonly url: string;
  readonly host: Host;
  /** The end of an attempt is null while it runs, and stays null if its sender was killed. */
  readonly attempts: { at: number; end: number | null; outcome: Outcome | null }[];
  status: 'pending' | 'delivering' | 'delivered' | 'failed';
  /** When the current series of retries began. A resend begins a new series. */
  startedAt: number;
  due: number;
  /** Another delivery's success makes this delivery due, but not before this time. */
  notBefore: number;
  leaseUntil: number;
}

type Event = ReferencePayment['events'][number];

/**
 * The expected requests and their times. An event has one delivery to the payment's webhook_url, if
 * the key has chosen the event, and one to each added endpoint that wants the event.
 */
export class ReferenceDeliveries {
  readonly all: ReferenceDelivery[] = [];
  chosen: readonly EventType[] = ['payment.detected', 'payment.confirmed'];
  /** The events that each added endpoint gets of all payments, by URL. */
  readonly added = new Map<string, readonly EventType[]>();
  /** Deliveries to these URLs are never due. */
  readonly #paused = new Set<string>();
  readonly #hosts: Record<string, Host> = {};
  readonly #collected = new Map<ReferencePayment, number>();

  /** Creates the deliveries of the payments' new events. */
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

  /** Makes deliveries due whose lease has ended, because their sender was killed. */
  reclaim(now: number): void {
    for (const one of this.all.filter(({ status }) => status === 'delivering')) {
      if (one.leaseUntil > now) continue;
      Object.assign(one, { status: 'pending', due: this.#dueAt(one, now) });
    }
  }

  /** @param perHost the limit of parallel attempts to a host; after a pause, the limit is 1 */
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

  /** @param random from 0 to 1; shifts the next attempt by up to a tenth of the wait */
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

  /** The first success of a host after a failure makes its deliveries due. */
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

  /** Begins a new series of retries. @returns false if an attempt is running */
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

  /** A URL can be paused if it is an added endpoint, or has got an event. */
  knows(url: string): boolean {
    return this.added.has(url) || this.all.some((one) => one.url === url);
  }

  /** @returns whether the endpoint is still known, because it has got events */
  remove(url: string): boolean {
    this.added.delete(url);
    const stays = this.knows(url);
    if (!stays) this.#paused.delete(url);
    return stays;
  }

  pause(url: string): void {
    this.#paused.add(url);
    for (const one of this.#waitingFor(url)) one.due = Infinity;
  }

  /** Begins a new series of retries for each pending delivery to the URL. @returns their number */
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
   * Returns when the next attempt is possible or the next lease of a killed sender ends, whichever
   * is earlier; Infinity if neither can happen.
   */
  nextListAt(): number {
    const pending = this.all.filter(({ status }) => status === 'pending');
    const delivering = this.all.filter(({ status }) => status === 'delivering');
    const moments = pending.map(({ due, host }) => Math.max(due, host.openUntil));
    return Math.min(...moments, ...delivering.map(({ leaseUntil }) => leaseUntil));
  }
}
