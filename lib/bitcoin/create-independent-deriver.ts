import { setImmediate as yieldToLoop } from 'node:timers/promises';
import { normalizeZ } from '@noble/curves/abstract/curve.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hmac } from '@noble/hashes/hmac.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { bech32, bech32m, createBase58check, hex } from '@scure/base';
import { HDKey } from '@scure/bip32';
import type { Network } from '@/lib/domain/network';
import { compileTaproot, compileWitnessScript } from './miniscript';
import { BITCOIN_PARAMETERS } from './network';

type Point = InstanceType<typeof secp256k1.Point>;

/** Call after each multiplication of a point. Regularly lets other requests run. */
type Pace = () => Promise<void>;

type KeyAt = (index: number) => Point;

const { Point } = secp256k1;
// The table of multiples takes 100 ms to create, so it is created when the module is loaded.
Point.BASE.precompute(8, false);
/** Point multiplications before other requests run. Each takes less than a millisecond. */
const AT_A_TIME = 8;

function newPace(): Pace {
  let done = 0;
  return async () => {
    done += 1;
    if (done % AT_A_TIME === 0) await yieldToLoop();
  };
}

const base58check = createBase58check(sha256);
const hash160 = (bytes: Uint8Array) => ripemd160(sha256(bytes));

/**
 * An extended key with its steps, or a raw key (BIP 380), each with an optional origin, which does
 * not affect addresses.
 */
const KEY =
  /(?:\[[^\]]*\])?(?:([xt]pub[1-9A-HJ-NP-Za-km-z]+)((?:\/\d+)*)(\/\*)?|\b([0-9a-f]{130}|[0-9a-f]{66}|[0-9a-f]{64})\b)/g;
/** Functions whose 64 hex digits are a hash, not a key. */
const HASHES = /\b(?:sha256|hash256)\($/;

/**
 * Derives a wallet's addresses a second time, independently: with @noble/curves and @scure/bip32
 * instead of libsecp256k1 and bitcoinjs-lib, from the descriptor instead of the template. Only the
 * compiler of miniscript is the same, because there is no other.
 *
 * @param canonical a descriptor that `parseDescriptor` has returned
 */
export async function createIndependentDeriver(
  canonical: string,
  network: Network,
): Promise<(indexes: readonly number[]) => Promise<string[]>> {
  const body = canonical.replace(/#.*$/, '');
  const found: ((pace: Pace) => Promise<DescriptorKey>)[] = [];
  const template = body.replace(KEY, (text, extended, steps, ranged, raw, offset: number) => {
    if (raw && HASHES.test(body.slice(0, offset))) return text;
    found.push(async (pace) => ({
      at: raw
        ? fixed(rawPoint(raw))
        : await extendedKey({ extended, steps, ranged }, network, pace),
      raw: raw?.length === 130 ? raw : undefined,
    }));
    return `@${found.length - 1}@`;
  });
  const pace = newPace();
  const keys: DescriptorKey[] = [];
  for (const read of found) keys.push(await read(pace));
  const isTaproot = template.startsWith('tr(');
  return async (indexes) => {
    const points: Point[] = [];
    for (const index of indexes) {
      for (const { at } of keys) {
        points.push(at(index));
        await pace();
      }
    }
    if (keys.length > AT_A_TIME) await yieldToLoop();
    // All points share one modular inversion, which costs as much as a dozen additions.
    const affine = normalizeZ(Point, points);
    return indexes.map((_, n) => {
      const raw = template.replace(/@(\d+)@/g, (__, k: string) => {
        const key = affine[n * keys.length + Number(k)]?.toHex(true) ?? '';
        return keys[Number(k)]?.raw ?? (isTaproot ? key.slice(2) : key);
      });
      return addressOf(raw, network);
    });
  };
}

interface DescriptorKey {
  readonly at: KeyAt;
  /** An uncompressed key as the descriptor contains it; undefined for any other key. */
  readonly raw: string | undefined;
}

interface ExtendedKey {
  readonly extended: string;
  readonly steps: string;
  readonly ranged: string | undefined;
}

async function extendedKey(
  { extended, steps, ranged }: ExtendedKey,
  network: Network,
  pace: Pace,
): Promise<KeyAt> {
  let parent = HDKey.fromExtendedKey(extended, BITCOIN_PARAMETERS[network].params.bip32);
  await pace();
  for (const step of steps.split('/').slice(1)) {
    parent = parent.deriveChild(Number(step));
    await pace();
  }
  const { publicKey, chainCode } = parent;
  if (!publicKey || !chainCode) throw new Error('an extended key has a public part');
  const point = Point.fromBytes(publicKey);
  if (!ranged) return fixed(point);
  const data = new Uint8Array([...publicKey, 0, 0, 0, 0]);
  const view = new DataView(data.buffer);
  return (index) => {
    view.setUint32(publicKey.length, index);
    const tweak = hmac(sha512, chainCode, data).subarray(0, 32);
    return point.add(Point.BASE.multiplyUnsafe(BigInt(`0x${hex.encode(tweak)}`)));
  };
}

const fixed =
  (point: Point): KeyAt =>
  () =>
    point;

/** A key of 64 digits is an x coordinate, whose point has an even y (BIP 340). */
function rawPoint(text: string): Point {
  return Point.fromHex(text.length === 64 ? `02${text}` : text);
}

function addressOf(descriptor: string, network: Network): string {
  const { pubKeyHash, scriptHash, bech32: prefix } = BITCOIN_PARAMETERS[network].params;
  const base58 = (version: number, hash: Uint8Array) =>
    base58check.encode(new Uint8Array([version, ...hash]));
  const segwit = (version: number, program: Uint8Array) => {
    const codec = version === 0 ? bech32 : bech32m;
    return codec.encode(prefix, [version, ...codec.toWords(program)]);
  };
  const [, name = '', inner = ''] = /^(\w+)\((.*)\)$/.exec(descriptor) ?? [];
  switch (name) {
    case 'pkh':
      return base58(pubKeyHash, hash160(hex.decode(inner)));
    case 'wpkh':
      return segwit(0, hash160(hex.decode(inner)));
    case 'sh':
      return base58(scriptHash, hash160(redeemScript(inner)));
    case 'wsh':
      return segwit(0, sha256(witnessScript(inner)));
    case 'tr':
      return segwit(1, inner.includes(',') ? treeKey(descriptor) : outputKey(inner));
    default:
      throw new Error('a checked descriptor has a known function');
  }
}

function redeemScript(inner: string): Uint8Array {
  const [, name, content = ''] = /^(\w+)\((.*)\)$/.exec(inner) ?? [];
  if (name === 'wpkh') return new Uint8Array([0, 20, ...hash160(hex.decode(content))]);
  if (name === 'wsh') return new Uint8Array([0, 32, ...sha256(witnessScript(content))]);
  return witnessScript(inner);
}

function witnessScript(inner: string): Uint8Array {
  const [, name, threshold, list = ''] =
    /^(sortedmulti|multi)\((\d+),([\da-f,]+)\)$/.exec(inner) ?? [];
  if (threshold === undefined) return compileWitnessScript(inner);
  const keys = list.split(',');
  if (name === 'sortedmulti') keys.sort();
  const number = (value: number) => (value <= 16 ? [0x50 + value] : [1, value]);
  const pushed = keys.flatMap((key) => [key.length / 2, ...hex.decode(key)]);
  return new Uint8Array([...number(Number(threshold)), ...pushed, ...number(keys.length), 0xae]);
}

/** Returns the taproot output key of an internal key without scripts (BIP 341). */
function outputKey(internal: string): Uint8Array {
  const bytes = hex.decode(internal);
  const tag = sha256(new TextEncoder().encode('TapTweak'));
  const tweak = sha256(new Uint8Array([...tag, ...tag, ...bytes]));
  const point = Point.fromHex(`02${internal}`);
  return point
    .add(Point.BASE.multiplyUnsafe(BigInt(`0x${hex.encode(tweak)}`)))
    .toBytes()
    .slice(1);
}

function treeKey(descriptor: string): Uint8Array {
  return compileTaproot(descriptor).subarray(2);
}
