/** Where a signer finds the private key for a key of a descriptor. */
export interface KeyPath {
  /** The master key's fingerprint in eight hex digits (BIP 32). Null without an origin. */
  readonly fingerprint: string | null;
  /** Such as `m/84h/0h/0h/0/7`, or `…/0/7` when the path to the extended key is unknown. */
  readonly path: string;
}

/**
 * An extended key, or a raw key with an origin. In a descriptor shown to a viewer, `…` replaces a
 * part of each key.
 */
const KEYS =
  /(?:\[(?<fingerprint>[0-9a-f]{8})(?<origin>(?:\/\d+h?)*)\][0-9A-Za-z]+|[xt]pub[0-9A-Za-z]+)…?(?<steps>(?:\/\d+)*)(?<ranged>\/\*)?/g;

/**
 * Returns the paths of an address's keys, in the order of the descriptor, without raw keys that
 * have no origin.
 *
 * @param descriptor canonical, of the receive branch; may be shortened for viewers
 */
export function keyPaths(descriptor: string, index: number): KeyPath[] {
  return [...descriptor.matchAll(KEYS)].map(({ groups = {} }) => {
    const { fingerprint, origin = '', steps = '', ranged } = groups;
    const start = fingerprint === undefined ? '…' : `m${origin}`;
    return {
      fingerprint: fingerprint ?? null,
      path: `${start}${steps}${ranged === undefined ? '' : `/${index}`}`,
    };
  });
}

export function keyFingerprints(descriptor: string): (string | null)[] {
  return keyPaths(descriptor, 0).map(({ fingerprint }) => fingerprint);
}
