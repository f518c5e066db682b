import type { Reference } from './reference';
import type { ReferenceDelivery } from './reference-deliveries';
import type { ReferenceClick } from './reference-link';
import type { ReferencePayment } from './reference-payment';
import type { System } from './system';
import type { Terms } from './terms';

/** An event as the API lists it. */
export interface ListedEvent {
  readonly id: string;
  readonly version: string;
  readonly type: string;
  readonly created_at: string;
  readonly data: { readonly payment_id: string };
}

/** The memory of a visitor's browser. */
export interface Browser {
  readonly last: ReferenceClick;
  /** The last payment that a click led to. */
  readonly own: { readonly payment: ReferencePayment; readonly checkoutId: string } | undefined;
}

export interface SentDelivery {
  readonly one: ReferenceDelivery;
  readonly eventId: string;
  readonly deliveryId: string;
}

/** An event goes to each URL at most once, so that both identify a delivery. */
export const sentKey = (eventId: string, url: string) => `${eventId} ${url}`;

export interface SystemAndModel {
  readonly system: System;
  readonly model: Reference;
  /** The mempool transactions that each process has seen since it started. */
  readonly looked: readonly [Set<string>, Set<string>];
  readonly bodies: Map<number, Terms>;
  readonly browsers: Map<number, Browser>;
  /** The signing secrets, newest first, with their expiry. */
  readonly secrets: { readonly text: string; until: number }[];
  /** The signing secrets of added endpoints, by URL. */
  readonly endpointSecrets: Map<string, string>;
  /** The deliveries that were seen, by {@link sentKey}. */
  readonly sent: Map<string, SentDelivery>;
  /** The events read from the list so far. */
  readonly listed: ListedEvent[];
  /** The log of changes, for the statistics. */
  readonly moves: string[];
}

export function moveClock({ system, model }: SystemAndModel, to: number): string[] {
  model.now = Math.max(model.now, to);
  system.clock.now = model.now;
  return [];
}

/** Wraps around the existing items. */
export function nth<T>(all: readonly T[], which: number): T | undefined {
  return all[which % all.length];
}
