/** The location of a descriptor's key in the wallet that has its private key. */
export interface KeyPath {
  /**
   * The master key's fingerprint, eight hex digits (BIP 32); null when the descriptor has no
   * origin.
   */
  readonly fingerprint: string | null;
  /**
   * The derivation path, `m/84h/0h/0h/0/7`; `…/0/7` when the path to the extended key is unknown.
   */
  readonly path: string;
}

/** An extended key, or a raw one with an origin; a viewer's descriptor has `…` in keys. */
const KEYS =
  /(?:\[(?<fingerprint>[0-9a-f]{8})(?<origin>(?:\/\d+h?)*)\][0-9A-Za-z]+|[xt]pub[0-9A-Za-z]+)…?(?<steps>(?:\/\d+)*)(?<ranged>\/\*)?/g;

/**
 * Returns the derivation path of each key of an address, in the order of the descriptor. Raw keys
 * without an origin have none.
 *
 * @param descriptor canonical, of the receive branch; also as viewers see it
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

/** Returns the fingerprint of each key of a descriptor, as {@link keyPaths} has it. */
export function keyFingerprints(descriptor: string): (string | null)[] {
  return keyPaths(descriptor, 0).map(({ fingerprint }) => fingerprint);
}
