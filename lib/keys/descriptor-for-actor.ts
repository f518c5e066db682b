import { type Actor, hasRecentFactor, maySeeWholeWallet } from '@/lib/domain/actor';

const SHOWN = 8;
/** Matches extended and raw public keys. Names of functions and fingerprints are shorter. */
const KEY = /[0-9A-Za-z]{20,}/g;

/**
 * Returns a wallet's descriptor as the actor may see it: complete within ten minutes of using a
 * factor. Otherwise, and for a viewer, it contains only the first characters of each key, because a
 * complete descriptor reveals all past and future addresses.
 */
export function descriptorForActor(actor: Actor, descriptor: string, now: Date): string {
  if (maySeeWholeWallet(actor) && hasRecentFactor(actor, now)) return descriptor;
  return shortenDescriptor(descriptor);
}

/** Returns a descriptor with only the first characters of each key. */
export function shortenDescriptor(descriptor: string): string {
  const [script = ''] = descriptor.split('#');
  return script.replace(KEY, (key) => `${key.slice(0, SHOWN)}…`);
}
