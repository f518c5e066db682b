import { type Actor, hasRecentFactor, maySeeWholeWallet } from '@/lib/domain/actor';

/** Characters shown of a key, enough to distinguish wallets. */
const SHOWN = 8;
/** Extended and raw public keys are longer than this, names of functions and fingerprints are not. */
const KEY = /[0-9A-Za-z]{20,}/g;

/**
 * Returns a wallet's descriptor as the actor may see it. That is the whole within ten minutes of
 * using a factor, and otherwise, as for a viewer, its form with the first characters of each key,
 * because all past and future addresses can be derived from the whole.
 *
 * @param descriptor canonical (BIP 380), with or without its checksum
 */
export function shownDescriptor(actor: Actor, descriptor: string, now: Date): string {
  if (maySeeWholeWallet(actor) && hasRecentFactor(actor, now)) return descriptor;
  return descriptorForm(descriptor);
}

/** A descriptor with the first characters of each key. */
export function descriptorForm(descriptor: string): string {
  const [script = ''] = descriptor.split('#');
  return script.replace(KEY, (key) => `${key.slice(0, SHOWN)}…`);
}
