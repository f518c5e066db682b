import type { Network } from '@/lib/domain/network';
import { childPublicKeys, deriveDescendant, type ParentKey } from './child-keys';
import { isPoint, isXOnlyPoint } from './curve';
import { parseDerivationPath, parseUnhardenedStep } from './derivation-path';
import { DescriptorError } from './descriptor-error';
import { parseExtendedKey } from './extended-key';

/** BIP 32 stores a key's depth in one byte. */
const MAX_DEPTH = 255;

/** The kind of script that contains a key. It limits the forms of raw keys (BIP 381, 382, 386). */
export type KeyContext = 'legacy' | 'segwit' | 'taproot';

export interface KeyExpression {
  /**
   * Canonical: hex in lower case, `h` for hardened steps, and only the receive branch of a
   * multipath step.
   */
  readonly text: string;
  /**
   * The raw public key in hex. For a ranged expression, the public key and chain code from which
   * the addresses' keys are derived.
   */
  readonly derived: string;
  readonly ranged: boolean;
  readonly branches: number | undefined;
  /**
   * Returns an address's public key: 32 bytes under taproot, 65 for an uncompressed legacy key,
   * otherwise 33.
   */
  publicKey(index: number): Uint8Array;
}

/** @throws DescriptorError naming the fault of the key */
export function parseKey(word: string, context: KeyContext, network: Network): KeyExpression {
  const [, bracket, rest] = /^(\[[^\]]*\])?([^[\]]+)$/.exec(word) ?? [];
  if (rest === undefined) throw badOrigin();
  const origin = bracket === undefined ? '' : canonicalOrigin(bracket.slice(1, -1));
  const slash = rest.indexOf('/');
  const key = slash < 0 ? rest : rest.slice(0, slash);
  const path = slash < 0 ? '' : rest.slice(slash);
  return /^(?:[0-9a-f]{64}|[0-9a-f]{66}|[0-9a-f]{130})$/i.test(key)
    ? rawKey(key.toLowerCase(), path, origin, context)
    : derivedKey(key, path, origin, context, network);
}

/**
 * Returns an origin such as `[fingerprint/44h/0h]` in canonical form. The origin helps a signer to
 * find the key and does not affect addresses.
 */
function canonicalOrigin(content: string): string {
  const [fingerprint = '', ...steps] = content.split('/');
  if (!/^[0-9a-f]{8}$/i.test(fingerprint)) throw badOrigin();
  const canonical = steps.map((step) => {
    const [, number = '', mark] = /^(\d+)(['h]?)$/.exec(step) ?? [];
    const index = parseUnhardenedStep(number);
    if (index === undefined) throw badOrigin();
    return `/${index}${mark ? 'h' : ''}`;
  });
  return `[${fingerprint.toLowerCase()}${canonical.join('')}]`;
}

function rawKey(hex: string, path: string, origin: string, context: KeyContext): KeyExpression {
  if (path !== '') throw badRawKey();
  const bytes = new Uint8Array(Buffer.from(hex, 'hex'));
  checkRawKey(bytes, context);
  const publicKey = inContext(bytes, context);
  return {
    text: origin + hex,
    derived: hex,
    ranged: false,
    branches: undefined,
    publicKey: () => publicKey,
  };
}

function checkRawKey(bytes: Uint8Array, context: KeyContext): void {
  const xOnly = bytes.length === 32 && context === 'taproot';
  const compressed = bytes.length === 33 && (bytes[0] === 2 || bytes[0] === 3);
  const uncompressed = bytes.length === 65 && bytes[0] === 4 && context === 'legacy';
  const valid = xOnly ? isXOnlyPoint(bytes) : (compressed || uncompressed) && isPoint(bytes);
  if (!valid) throw badRawKey();
}

/** Taproot uses only the x coordinate of a key (BIP 386). */
function inContext(key: Uint8Array, context: KeyContext): Uint8Array {
  return context === 'taproot' && key.length === 33 ? key.subarray(1) : key;
}

function derivedKey(
  key: string,
  path: string,
  origin: string,
  context: KeyContext,
  network: Network,
): KeyExpression {
  const { steps, ranged, branches } = parseDerivationPath(path);
  const extended = parseExtendedKey(key, network);
  if (extended.use !== undefined) throw slip132Inside();
  if (extended.depth + steps.length + Number(ranged) > MAX_DEPTH) throw pathTooLong();
  const parent = deriveDescendant(extended.key, steps);
  return {
    ...(ranged ? childrenOf(parent, context) : fixedKey(parent, context)),
    text: [origin + extended.text, ...steps, ...(ranged ? ['*'] : [])].join('/'),
    branches,
  };
}

/** Reads {@link KeyExpression.derived}, which is faster than parsing the key itself. */
export function readDerivedKey(word: string, context: KeyContext): KeyExpression {
  const [publicKey, chainCode] = word.split(':').map((hex) => Buffer.from(hex, 'hex'));
  if (!publicKey || !chainCode) return rawKey(word, '', '', context);
  return { ...childrenOf({ publicKey, chainCode }, context), text: word, branches: undefined };
}

function childrenOf(parent: ParentKey, context: KeyContext) {
  const keyAt = childPublicKeys(parent);
  return {
    derived: `${hexOf(parent.publicKey)}:${hexOf(parent.chainCode)}`,
    ranged: true,
    publicKey: (index: number) => inContext(keyAt(index), context),
  };
}

function fixedKey({ publicKey }: ParentKey, context: KeyContext) {
  const key = inContext(publicKey, context);
  return { derived: hexOf(publicKey), ranged: false, publicKey: () => key };
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

function pathTooLong(): DescriptorError {
  return new DescriptorError('bad_path', 'A path is longer than the 255 steps that BIP 32 allows.');
}

function badOrigin(): DescriptorError {
  return new DescriptorError(
    'bad_origin',
    'The origin of a key, in square brackets, is malformed: it is eight hex digits and a path, ' +
      'such as [d34db33f/84h/0h/0h].',
  );
}

function badRawKey(): DescriptorError {
  return new DescriptorError(
    'bad_key',
    'A raw public key is not valid here: it must be a point of the curve, compressed (uncompressed ' +
      'only in sh(multi)), and has no path.',
  );
}

function slip132Inside(): DescriptorError {
  return new DescriptorError(
    'bad_key',
    'Inside a descriptor an extended key is written as xpub (tpub on test networks). Paste a ypub, ' +
      'zpub, upub or vpub alone, or the descriptor that the wallet exports.',
  );
}
