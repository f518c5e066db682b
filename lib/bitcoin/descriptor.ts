import type { Network } from '@/lib/domain/network';
import { scriptToAddress } from './address';
import { MAX_CHILD_INDEX } from './derivation-path';
import { descriptorChecksum, removeChecksum } from './descriptor-checksum';
import { DescriptorError } from './descriptor-error';
import { descriptorLimits } from './descriptor-limits';
import { formatExpression, parseExpression } from './descriptor-syntax';
import { type AddressType, parseExtendedKey } from './extended-key';
import { parseKey, readDerivedKey } from './key-expression';
import { refusePrivateKeys } from './private-key-guard';
import { parseScript, unsupportedMusigError } from './script-kinds';
import type { ScriptTemplate } from './script-template';

export { DescriptorError };

export interface ReceiveAddress {
  readonly address: string;
  /** scriptPubKey, lower-case hex. */
  readonly script: string;
}

export interface ReceiveDescriptor {
  /**
   * The public descriptor of the receive branch, with `h` for hardened and its checksum (BIP 380).
   */
  readonly canonical: string;
  /** The script functions without the keys, such as `wpkh` or `sh(wsh(sortedmulti))`. */
  readonly kind: string;
  readonly template: string;
  /** @throws RangeError unless the index is from 0 to 2^31 - 1 */
  at(index: number): ReceiveAddress;
}

export interface ParseOptions {
  /** The address type of a bare xpub or tpub, whose prefix does not state one. */
  readonly addressType?: AddressType | undefined;
}

/**
 * Parses a ranged public descriptor or a bare extended public key. Our own code parses
 * all but miniscript, because the library accepts private keys and quotes input in errors.
 *
 * @throws DescriptorError whose message is public and never quotes the input
 */
export function parseDescriptor(
  text: string,
  network: Network,
  options: ParseOptions = {},
): ReceiveDescriptor {
  refusePrivateKeys(text);
  const limits = descriptorLimits();
  limits.checkLength(text.trim());
  const body = removeChecksum(cleaned(text));
  // Check before parsing, because the parser refuses the path that `musig()` may have.
  if (/\bmusig\(/.test(body)) throw unsupportedMusigError();
  const descriptor = isBareKey(body) ? wrapBareKey(body, network, options.addressType) : body;
  const expression = parseExpression(descriptor);
  limits.checkExpression(expression);
  const script = parseScript(expression, (word, context) => {
    limits.checkKey(word);
    return parseKey(word, context, network);
  });
  checkBranches(script);
  const receive: ReceiveDescriptor = {
    canonical: `${script.text}#${descriptorChecksum(script.text)}`,
    kind: script.kind,
    template: templateOf(script),
    at: (index) => receiveAt(script, network, index),
  };
  // A descriptor from which no address can be derived fails now, not at the first payment.
  receive.at(0);
  checkRanged(script);
  return receive;
}

/** Returns the descriptor with each key derived as far as possible without the address's index. */
function templateOf({ text, keys }: ScriptTemplate): string {
  const derived = new Map(keys.map((key) => [key.text, key.derived]));
  return formatExpression(parseExpression(text), ({ word }) => derived.get(word) ?? word);
}

/** Parses the template of a descriptor that {@link parseDescriptor} has checked. */
export function readTemplate(
  template: string,
  network: Network,
): Pick<ReceiveDescriptor, 'at'> & { readonly keyCount: number } {
  const script = parseScript(parseExpression(template), readDerivedKey);
  return {
    keyCount: script.keys.length,
    at: (index) => receiveAt(script, network, index),
  };
}

function receiveAt(script: ScriptTemplate, network: Network, index: number): ReceiveAddress {
  if (!Number.isInteger(index) || index < 0 || index > MAX_CHILD_INDEX) {
    throw new RangeError('the index of an address is a whole number from 0 to 2147483647');
  }
  const hex = Buffer.from(script.at(index)).toString('hex');
  const address = scriptToAddress(hex, network);
  if (address === undefined) throw new Error('every supported kind of script has an address');
  return { address, script: hex };
}

function cleaned(text: string): string {
  const trimmed = text.trim();
  if (trimmed === '') throw new DescriptorError('malformed', 'The descriptor is empty.');
  if (/\s/.test(trimmed)) {
    throw new DescriptorError('malformed', 'The descriptor contains a space or a line break.');
  }
  return trimmed;
}

/** BIP 389 requires the same number of branches in all multipath steps. */
function checkBranches({ keys }: ScriptTemplate): void {
  const counts = new Set(keys.flatMap(({ branches }) => branches ?? []));
  if (counts.size > 1) {
    throw new DescriptorError('bad_path', 'The <0;1> steps of the keys differ in length.');
  }
}

function checkRanged({ keys }: ScriptTemplate): void {
  if (!keys.some(({ ranged }) => ranged)) {
    throw new DescriptorError(
      'not_ranged',
      'The descriptor has a single address: every payment needs its own. End the path of its key ' +
        'with /*, as in /0/*.',
    );
  }
}

/** The purpose in a key's origin (BIP 43). */
const PURPOSES: Readonly<Record<string, AddressType>> = {
  44: 'pkh',
  49: 'sh(wpkh)',
  84: 'wpkh',
  86: 'tr',
};

export function isBareKey(text: string): boolean {
  return !/[(){},]/.test(text);
}

/**
 * Returns the descriptor of a bare extended public key. The address type comes from the key's
 * prefix (ypub, zpub; SLIP-132), else from `chosen`, else from the purpose in its origin, else it
 * is native segwit. Without a path, addresses are on branch 0.
 *
 * @throws DescriptorError
 */
export function wrapBareKey(text: string, network: Network, chosen?: AddressType): string {
  const [, origin = '', key = '', path] = /^(\[[^\]]*\])?([^/]*)(\/.*)?$/s.exec(text) ?? [];
  const extended = parseExtendedKey(key, network);
  const purpose = /^\[[^/]*\/(\d+)['h]/.exec(origin)?.[1] ?? '';
  const type = extended.use ?? chosen ?? PURPOSES[purpose] ?? 'wpkh';
  const close = type.includes('(') ? '))' : ')';
  return `${type.replace(/\)$/, '')}(${origin}${extended.text}${path ?? '/0/*'}${close}`;
}
