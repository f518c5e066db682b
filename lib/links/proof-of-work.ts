import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

/** Leading zero bits of a proof's hash: 131,072 hashes on average, about a second on a phone. */
const PROOF_BITS = 17;

/** Returns the challenge for a form's proof of work, which differs for each link and token. */
export const challengeOf = (linkId: string, token: string) => `${linkId} ${token}`;

export function isProof(challenge: string, proof: string): boolean {
  const hash = sha256(utf8ToBytes(`${challenge} ${proof}`));
  const [a = 0, b = 0, c = 0, d = 0] = hash;
  return ((a << 24) | (b << 16) | (c << 8) | d) >>> (32 - PROOF_BITS) === 0;
}
