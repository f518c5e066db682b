import { DescriptorError } from '../descriptor-error';
import {
  type AddressType,
  type Bip32Key,
  isMultisigScript,
  type MultisigScript,
  toBip32Key,
} from '../extended-key';
import { changeBranchOnlyError, singleCosignerError, tooManyWalletsError } from './refusals';

/** A wallet that a file may describe. `parseDescriptor` decides whether it is usable. */
export interface WalletCandidate {
  /** The wallet's name or path, which distinguishes it from others in the file. May be empty. */
  readonly label: string;
  /** A descriptor, or an extended public key as wallets show it. */
  readonly descriptor: string;
  readonly addressType?: AddressType;
  readonly firstAddress?: string;
}

/** An extended public key, with what the file says about it. */
export interface WalletFileKey {
  readonly label: string;
  /** In any encoding, with or without an origin. */
  readonly key: string;
  readonly path?: string | undefined;
  readonly fingerprint?: string | undefined;
  readonly use?: AddressType | MultisigScript | undefined;
  readonly firstAddress?: string | undefined;
}

/** An extended public key in any encoding, with or without an origin. */
export const EXTENDED_KEY_PATTERN = /^(?:\[[^\]]*\])?[a-z]pub[1-9A-HJ-NP-Za-km-z]{100,}$/i;

/** The address type or script of an account by its purpose (BIP 43). */
const PURPOSES: Readonly<Record<string, AddressType | MultisigScript>> = {
  44: 'pkh',
  49: 'sh(wpkh)',
  84: 'wpkh',
  86: 'tr',
  45: 'sh',
};
const ALL_TYPES: readonly AddressType[] = ['wpkh', 'tr', 'sh(wpkh)', 'pkh'];
const BRANCH_DEPTH = 4;
const HARDENED = 0x8000_0000;
const MAX_KEYS = 50;

/**
 * Returns a wallet for each address type that a key may have. The key's encoding, its file and its
 * path can each state a type. If none does, all types are possible. A key of a multisig wallet or
 * of a change branch has no wallet.
 *
 * @throws DescriptorError when the text is not an extended public key
 */
export function walletCandidatesFromKey(file: WalletFileKey): WalletCandidate[] {
  const { origin, spelled, steps } = readKey(file);
  const uses = new Set(usesOf(file));
  if ([...uses].some(isMultisigScript)) return [];
  const branch = branchOf(spelled);
  if (branch === 'change') return [];
  const types = uses.size > 0 ? [...uses] : ALL_TYPES;
  const label = [file.label, steps.length > 0 ? `m/${steps.join('/')}` : ''].filter(Boolean);
  return types.map((type) => ({
    label: label.join(', '),
    descriptor: `${origin}${spelled.text}${branch}`,
    addressType: type as AddressType,
    ...(file.firstAddress !== undefined && { firstAddress: file.firstAddress }),
  }));
}

/**
 * Returns the wallets of a file's keys. A key that needs cosigners has no wallet.
 *
 * @throws DescriptorError when every key needs cosigners
 */
export function walletCandidatesFromKeys(keys: readonly WalletFileKey[]): WalletCandidate[] {
  if (keys.length > MAX_KEYS) throw tooManyWalletsError();
  const isOne = new Set(keys.map(({ key }) => readKey({ label: '', key }).spelled.text)).size === 1;
  // If a file has several keys, a key without a type may be a cosigner's.
  const clear = isOne ? keys : keys.filter((file) => usesOf(file).length > 0);
  const found = clear.flatMap(walletCandidatesFromKey);
  if (found.length > 0) return found;
  if (clear.length < keys.length || keys.some((file) => usesOf(file).some(isMultisigScript))) {
    throw singleCosignerError();
  }
  throw changeBranchOnlyError();
}

function usesOf(file: WalletFileKey): (AddressType | MultisigScript)[] {
  const { spelled, steps } = readKey(file);
  const uses = [spelled.use, file.use, purposeOf(steps), depthUse(spelled)];
  return uses.filter((use) => use !== undefined);
}

interface Multisig {
  readonly label: string;
  readonly threshold: number;
  /** As stated in the file. It may differ from the length of `keys`. */
  readonly total: number;
  readonly script: MultisigScript | undefined;
  readonly keys: readonly WalletFileKey[];
}

/**
 * Returns a multisig wallet for each script that the file may mean. The keys are sorted (BIP 67),
 * because all wallet software that writes these files sorts them.
 *
 * @throws DescriptorError when the file contains more or fewer keys than it states
 */
export function multisigWalletCandidates({
  label,
  threshold,
  total,
  script,
  keys,
}: Multisig): WalletCandidate[] {
  if (keys.length !== total || threshold < 1 || threshold > total) {
    throw new DescriptorError(
      'bad_threshold',
      'The file does not have as many keys as it says. Export it from the wallet again.',
    );
  }
  const read = keys.map(readKey);
  const said = [script, ...read.flatMap(({ spelled, steps }) => [spelled.use, purposeOf(steps)])];
  const scripts = script ? [script] : [...new Set(said.filter(isMultisigScript))];
  const list = read.map(({ origin, spelled }) => `${origin}${spelled.text}/0/*`);
  const inner = `sortedmulti(${threshold},${list.join(',')})`;
  return (scripts.length > 0 ? scripts : (['wsh', 'sh(wsh)', 'sh'] as const)).map((one) => ({
    label,
    descriptor: `${one.replace(/\)$/, '')}(${inner}${one.includes('(') ? '))' : ')'}`,
  }));
}

interface ReadKey {
  /** In square brackets; may be empty. */
  readonly origin: string;
  readonly spelled: Bip32Key;
  readonly steps: readonly string[];
}

function readKey({ key, path, fingerprint }: WalletFileKey): ReadKey {
  const [, given, word = ''] = /^(\[[^\]]*\])?(.*)$/s.exec(key.trim()) ?? [];
  const spelled = toBip32Key(word);
  if (given) {
    const [own = '', ...steps] = given.slice(1, -1).split('/').map(hardened);
    return { origin: `[${[own, ...steps].join('/')}]`, spelled, steps };
  }
  const steps = stepsOf(path, spelled.depth);
  const device = /^[0-9a-f]{8}$/i.test(fingerprint ?? '') && !/^0{8}$/.test(fingerprint ?? '');
  const isWhole = steps.length === spelled.depth;
  const origin = device && isWhole ? `[${[fingerprint, ...steps].join('/')}]` : '';
  return { origin, spelled, steps };
}

/** A file may state the path to an address, so steps below the key's depth are cut off. */
function stepsOf(path: string | undefined, depth: number): string[] {
  const text = path?.trim().replace(/^m\/?/i, '') ?? '';
  if (!/^\d+['hH]?(?:\/\d+['hH]?)*$/.test(text)) return [];
  return text.split('/').map(hardened).slice(0, depth);
}

function hardened(step: string): string {
  return step.replace(/['hH]$/, 'h');
}

function purposeOf(steps: readonly string[]): AddressType | MultisigScript | undefined {
  const [purpose = '', , , script] = steps;
  if (purpose === '48h') return script === '1h' ? 'sh(wsh)' : 'wsh';
  return purpose.endsWith('h') ? PURPOSES[purpose.slice(0, -1)] : undefined;
}

/** Only multisig wallets have keys at a depth of four hardened steps (BIP 48). */
function depthUse({ depth, child }: Bip32Key): MultisigScript | undefined {
  return depth === BRANCH_DEPTH && child >= HARDENED ? 'wsh' : undefined;
}

/**
 * Returns the path from a key to its addresses. A key one step below an account (BIP 44) is already
 * a branch for receiving or for change.
 */
function branchOf({ depth, child }: Bip32Key): '/0/*' | '/*' | 'change' {
  if (depth !== BRANCH_DEPTH || child > 1) return '/0/*';
  return child === 0 ? '/*' : 'change';
}

const USES: readonly (readonly [RegExp, AddressType | MultisigScript])[] = [
  [/p2sh[-_ ]?p2wsh|p2wsh[-_ ]?p2sh|sh\(wsh/i, 'sh(wsh)'],
  [/p2sh[-_ ]?p2wpkh|p2wpkh[-_ ]?p2sh|nested|wrapped|bip[-_ ]?49|sh\(wpkh/i, 'sh(wpkh)'],
  [/p2wsh|\bwsh\b/i, 'wsh'],
  [/p2wpkh|native|bech32\b|bip[-_ ]?84|\bwpkh\b/i, 'wpkh'],
  [/p2tr|taproot|bech32m|bip[-_ ]?86|\btr\b/i, 'tr'],
  [/p2pkh|legacy|bip[-_ ]?44|\bpkh\b/i, 'pkh'],
  [/p2sh|bip[-_ ]?45|\bsh\b/i, 'sh'],
];

/** Returns the script type that a name in a file, such as `P2SH-P2WSH`, stands for. */
export function scriptTypeFromName(word: string): AddressType | MultisigScript | undefined {
  return USES.find(([pattern]) => pattern.test(word))?.[1];
}
