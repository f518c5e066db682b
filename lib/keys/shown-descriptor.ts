import { type Actor, maySeeWholeWallet } from '@/lib/domain/actor';

/** Characters shown of a key, enough to distinguish wallets. */
const SHOWN = 8;
/** Extended and raw public keys are longer than this, names of functions and fingerprints are not. */
const KEY = /[0-9A-Za-z]{20,}/g;

/**
 * Returns a wallet's descriptor as the actor may see it. A viewer gets its form, with the first
 * characters of each key, because all past and future addresses can be derived from the whole.
 *
 * @param descriptor canonical (BIP 380), with or without its checksum
 */
export function shownDescriptor(actor: Actor, descriptor: string): string {
  if (maySeeWholeWallet(actor)) return descriptor;
  const [script = ''] = descriptor.split('#');
  return script.replace(KEY, (key) => `${key.slice(0, SHOWN)}…`);
}
