import type { Reference } from './reference';
import type { ReferenceDelivery } from './reference-deliveries';
import type { System } from './system';
import type { Terms } from './terms';

/** A system and its model, side by side, and what the steps so far have left with them. */
export interface Pair {
  readonly system: System;
  readonly model: Reference;
  /** What each process has looked at in the mempool since it started. */
  readonly looked: readonly [Set<string>, Set<string>];
  /** The last body sent with each Idempotency-Key. */
  readonly bodies: Map<number, Terms>;
  /** What webhooks are signed with, newest first, and until when. */
  readonly secrets: { readonly text: string; until: number }[];
  /** Which delivery is which, by the id of its event. */
  readonly sent: Map<string, { readonly one: ReferenceDelivery; readonly deliveryId: string }>;
  /** What happened, for the statistics. */
  readonly moves: string[];
}

export function moveClock({ system, model }: Pair, to: number): string[] {
  model.now = Math.max(model.now, to);
  system.clock.now = model.now;
  return [];
}

/** Counted round what there is. */
export function nth<T>(all: readonly T[], which: number): T | undefined {
  return all[which % all.length];
}
