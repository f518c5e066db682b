import { Tag } from 'cbor2';
import { DescriptorError } from '../descriptor-error';
import { encodeExtendedKey } from '../extended-key';
import { privateKeyError } from '../private-key-guard';
import { damagedFramesError } from './refusals';

/**
 * Maps CBOR tags to descriptor functions (BCR-2020-010). The tag of a cosigner's key is missing,
 * because such a key is not a wallet.
 */
const FUNCTIONS: Readonly<Record<number, string>> = {
  400: 'sh',
  401: 'wsh',
  402: 'pk',
  403: 'pkh',
  404: 'wpkh',
  405: 'combo',
  406: 'multi',
  407: 'sortedmulti',
  409: 'tr',
};
/** The CBOR tags of an extended key, in both versions of the format. */
const HD_KEY = [303, 40303];
const RAW_KEY = [306, 40306];
const OUTPUT = [308, 40308];
const MAX_NESTING = 6;

/** Removes an outer tag that only repeats the type of the UR. */
export function removeUrTag(value: unknown): unknown {
  return value instanceof Tag &&
    [...OUTPUT, ...HD_KEY, 311, 40311, 1103].includes(Number(value.tag))
    ? value.contents
    : value;
}

/** Requires a CBOR map, in which numbers identify the fields. */
export function requireCborMap(value: unknown): ReadonlyMap<unknown, unknown> {
  if (value instanceof Map) return value;
  throw damagedFramesError();
}

/** Returns the descriptor of an output; undefined for a key of a multisig wallet. */
export function descriptorFromUrOutput(
  value: unknown,
): { label: string; text: string } | undefined {
  const output = removeUrTag(value);
  // Version 3 contains the descriptor as a text, and the keys in a separate list.
  if (output instanceof Map) return { label: String(output.get(3) ?? ''), text: filled(output) };
  const text = printScript(output, 0);
  return text === undefined ? undefined : { label: '', text };
}

function printScript(value: unknown, nesting: number): string | undefined {
  if (!(value instanceof Tag) || nesting > MAX_NESTING) throw damagedFramesError();
  const tag = Number(value.tag);
  const name = FUNCTIONS[tag];
  if (tag === 410) return undefined;
  if (name === undefined) throw unknownScript();
  const { contents } = value;
  if (tag === 406 || tag === 407) {
    const multi = requireCborMap(contents);
    const list = multi.get(2);
    if (!Array.isArray(list)) throw damagedFramesError();
    return `${name}(${[Number(multi.get(1)), ...list.map((key) => printKey(key))].join(',')})`;
  }
  if (isKey(contents)) {
    // In an account, sh(KEY) and wsh(KEY) are keys for multisig wallets.
    return name === 'sh' || name === 'wsh' ? undefined : `${name}(${printKey(contents)})`;
  }
  const inner = printScript(contents, nesting + 1);
  return inner === undefined ? undefined : `${name}(${inner})`;
}

function filled(output: ReadonlyMap<unknown, unknown>): string {
  const source = output.get(1);
  const keys = output.get(2) ?? [];
  if (typeof source !== 'string' || !Array.isArray(keys)) throw damagedFramesError();
  return source.replace(/@(\d{1,3})(?=(\/)?)/g, (_, place: string, path?: string) => {
    if (!(Number(place) in keys)) throw damagedFramesError();
    return printKey(keys[Number(place)], path === undefined ? '/0/*' : '');
  });
}

function isKey(value: unknown): value is Tag {
  return value instanceof Tag && [...HD_KEY, ...RAW_KEY].includes(Number(value.tag));
}

function printKey(value: unknown, branch = '/0/*'): string {
  if (!isKey(value)) throw damagedFramesError();
  if (HD_KEY.includes(Number(value.tag))) return formatHdKey(parseHdKey(value.contents), branch);
  const key = requireCborMap(value.contents);
  const data = key.get(3);
  if (key.get(2) === true) throw privateKeyError();
  if (!(data instanceof Uint8Array)) throw damagedFramesError();
  return Buffer.from(data).toString('hex');
}

interface HdKey {
  readonly name: string;
  /** In square brackets; may be empty. */
  readonly origin: string;
  readonly text: string;
  /** The path from the key to its addresses; undefined for the key of an account. */
  readonly children: string | undefined;
}

/** Returns a key with the path to its addresses, which is `branch` for an account's key. */
export function formatHdKey({ origin, text, children }: HdKey, branch: string): string {
  return `${origin}${text}${children ?? branch}`;
}

/** Reads an extended public key in either version of BCR-2020-007. */
export function parseHdKey(value: unknown): HdKey {
  const key = requireCborMap(value);
  if (key.get(2) === true) throw privateKeyError();
  const [publicKey, chainCode] = [key.get(3), key.get(4)];
  if (!isBytes(publicKey, 33) || !isBytes(chainCode, 32)) throw damagedFramesError();
  const path = keyPath(key.get(6));
  const depth = path?.depth ?? 0;
  const mainnet = networkOf(key.get(5)) === 0;
  const parent = depth > 0 ? whole(key.get(8) ?? 0) : 0;
  const child = path?.last ?? 0;
  const text = encodeExtendedKey({ mainnet, depth, parent, child, chainCode, publicKey });
  const device = path?.fingerprint;
  return {
    name: typeof key.get(9) === 'string' ? String(key.get(9)) : '',
    origin: device === undefined ? '' : `[${[device, ...(path?.steps ?? [])].join('/')}]`,
    text,
    children: keyPath(key.get(7))
      ?.steps.map((step) => `/${step}`)
      .join(''),
  };
}

interface KeyPath {
  readonly steps: readonly string[];
  readonly fingerprint: string | undefined;
  readonly depth: number;
  readonly last: number;
}

/**
 * Parses a path, which is a list. A step has two items: its index, or `[]` for any index, and
 * whether the step is hardened. A multipath step is one item, see {@link pair}.
 */
function keyPath(value: unknown): KeyPath | undefined {
  if (value === undefined) return undefined;
  if (!(value instanceof Tag)) throw damagedFramesError();
  const path = requireCborMap(value.contents);
  const list: unknown = path.get(1) ?? [];
  if (!Array.isArray(list)) throw damagedFramesError();
  const steps: string[] = [];
  let last = 0;
  for (let at = 0; at < list.length; ) {
    const item: unknown = list[at];
    const isPair = Array.isArray(item) && item.length === 4;
    const hardened = !isPair && list[at + 1] === true;
    steps.push(`${isPair ? pair(item) : single(item)}${hardened ? 'h' : ''}`);
    if (typeof item === 'number') last = item + (hardened ? 0x8000_0000 : 0);
    at += isPair ? 1 : 2;
  }
  const source = path.get(2);
  const fingerprint =
    source === undefined ? undefined : whole(source).toString(16).padStart(8, '0');
  return { steps, fingerprint, depth: depthOf(path.get(3), steps.length), last };
}

function depthOf(given: unknown, steps: number): number {
  const depth = steps > 0 || given === undefined ? steps : whole(given);
  if (depth > 255) throw damagedFramesError();
  return depth;
}

/** Returns the multipath step for a list: `<0;1>` for `[0, false, 1, false]`. */
function pair([first, firstHard, second, secondHard]: readonly unknown[]): string {
  if (firstHard !== false || secondHard !== false) throw damagedFramesError();
  return `<${whole(first)};${whole(second)}>`;
}

function single(item: unknown): string {
  if (Array.isArray(item) && item.length === 0) return '*';
  return String(whole(item));
}

function networkOf(info: unknown): number {
  if (info === undefined) return 0;
  const coin = info instanceof Tag ? requireCborMap(info.contents) : requireCborMap(info);
  const type = coin.get(1);
  if (type !== undefined && type !== 0 && type !== 1) throw otherCoin();
  return type === 1 ? 1 : whole(coin.get(2) ?? 0);
}

function isBytes(value: unknown, length: number): value is Uint8Array {
  return value instanceof Uint8Array && value.length === length;
}

function whole(value: unknown): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 0xffff_ffff) {
    return value;
  }
  throw damagedFramesError();
}

function unknownScript(): DescriptorError {
  return new DescriptorError(
    'unsupported_script',
    'This QR code holds a kind of script that cannot be used to receive. Export the descriptor as text.',
  );
}

function otherCoin(): DescriptorError {
  return new DescriptorError(
    'bad_key',
    'This key is of another currency. Choose Bitcoin on the device.',
  );
}
