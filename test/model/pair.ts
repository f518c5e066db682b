import type { Reference } from './reference';
import type { ReferenceDelivery } from './reference-deliveries';
import type { ReferenceClick } from './reference-link';
import type { ReferencePayment } from './reference-payment';
import type { System } from './system';
import type { Terms } from './terms';

export interface ListedEvent {
  readonly id: string;
  readonly version: string;
  readonly type: string;
  readonly created_at: string;
  readonly data: { readonly payment_id: string };
}

/** What a visitor's browser remembers. */
export interface BrowserMemory {
  readonly last: ReferenceClick;
  /** The last payment to which a click in this browser led. */
  readonly own: { readonly payment: ReferencePayment; readonly checkoutId: string } | undefined;
}

export interface SentDelivery {
  readonly one: ReferenceDelivery;
  readonly eventId: string;
  readonly deliveryId: string;
}

/** Identifies a delivery, because an event goes to each URL at most once. */
export const sentKey = (eventId: string, url: string) => `${eventId} ${url}`;

export interface SystemAndModel {
  readonly system: System;
  readonly model: Reference;
  /** For each process, the mempool transactions that it has seen since its start. */
  readonly looked: readonly [Set<string>, Set<string>];
  readonly bodies: Map<number, Terms>;
  readonly browsers: Map<number, BrowserMemory>;
  /** The signing secrets, newest first, each with the time at which it expires. */
  readonly secrets: { readonly text: string; until: number }[];
  /** The signing secrets of added endpoints, by URL. */
  readonly endpointSecrets: Map<string, string>;
  /** The deliveries in the system that were matched with the model, by {@link sentKey}. */
  readonly sent: Map<string, SentDelivery>;
  /** The events that were read from the API's list so far. */
  readonly listed: ListedEvent[];
  /** Status changes and attempts, for the statistics of a run. */
  readonly moves: string[];
}

export function moveClock({ system, model }: SystemAndModel, to: number): string[] {
  model.now = Math.max(model.now, to);
  system.clock.now = model.now;
  return [];
}

/** An index past the end continues at the beginning. */
export function nth<T>(all: readonly T[], which: number): T | undefined {
  return all[which % all.length];
}
