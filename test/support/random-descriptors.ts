import { HDKey } from '@scure/bip32';
import { BITCOIN_PARAMETERS } from '@/lib/bitcoin/network';
import type { Network } from '@/lib/domain/network';
import type { Random } from './random';

type Context = 'legacy' | 'segwit' | 'taproot';

/** No descriptor needs more keys, and generating them is slow. */
const KEYS = 128;

/** Random public descriptors of every kind. Each has at least one ranged key. */
export interface DescriptorGenerator {
  readonly kinds: readonly string[];
  next(kind: string): string;
  /** Returns a ranged key expression without a multipath step. */
  key(): string;
}

export function createDescriptorGenerator(random: Random, network: Network): DescriptorGenerator {
  const keys = randomKeys(random, network);
  const makers: Readonly<Record<string, () => string>> = {
    pkh: () => `pkh(${keys.ranged()})`,
    wpkh: () => `wpkh(${keys.ranged()})`,
    'sh(wpkh)': () => `sh(wpkh(${keys.ranged()}))`,
    tr: () => `tr(${keys.ranged()})`,
    'sh(multi)': () => `sh(${multisig('multi', 'legacy')})`,
    'sh(sortedmulti)': () => `sh(${multisig('sortedmulti', 'legacy')})`,
    'wsh(multi)': () => `wsh(${multisig('multi', 'segwit')})`,
    'wsh(sortedmulti)': () => `wsh(${multisig('sortedmulti', 'segwit')})`,
    'sh(wsh(multi))': () => `sh(wsh(${multisig('multi', 'segwit')}))`,
    'sh(wsh(sortedmulti))': () => `sh(wsh(${multisig('sortedmulti', 'segwit')}))`,
    'wsh(miniscript)': () => `wsh(${miniscript()})`,
    'sh(wsh(miniscript))': () => `sh(wsh(${miniscript()}))`,
    'tr(tree)': () => `tr(${keys.ranged()},${tree(4)})`,
  };

  const list = (count: number, context: Context) => {
    const ranged = random.int(0, count - 1);
    return Array.from({ length: count }, (_, place) =>
      place === ranged ? keys.ranged() : keys.any(context),
    );
  };
  const multisig = (name: string, context: Context) => {
    // A script of 520 bytes has room for 15 compressed or 7 uncompressed keys.
    const count = context === 'segwit' ? random.int(1, 20) : random.pick([1, 2, 3, 7]);
    return `${name}(${random.int(1, count)},${list(count, context).join(',')})`;
  };
  const hash = (length: number) => Buffer.from(random.bytes(length)).toString('hex');
  const lock = () => random.int(1, 65_535);

  const miniscript = () => {
    const [a, b, c] = list(3, 'segwit');
    return random.pick([
      `pk(${keys.ranged()})`,
      `pkh(${keys.ranged()})`,
      `and_v(v:pk(${a}),multi(1,${b},${c}))`,
      `or_d(pk(${a}),and_v(v:pkh(${b}),and_v(v:pk(${c}),older(${lock()}))))`,
      `andor(pk(${a}),older(${lock()}),and_v(v:pk(${b}),pkh(${c})))`,
      `thresh(2,pk(${a}),s:pk(${b}),s:pk(${c}),sln:after(${lock()}))`,
      `t:or_c(pk(${a}),and_v(v:pk(${b}),or_c(pk(${c}),v:hash160(${hash(20)}))))`,
      `andor(multi(2,${a},${b}),sha256(${hash(32)}),and_v(v:pk(${c}),after(${lock()})))`,
    ]);
  };

  /** The leaf has no OP_IF, which Bitcoin Knots rejects under its rules for reduced data. */
  const leaf = () => {
    const [a, b] = [keys.any('taproot'), keys.any('taproot')];
    const some = Array.from({ length: random.int(1, 5) }, () => keys.any('taproot'));
    return random.pick([
      `pk(${a})`,
      `pkh(${a})`,
      `and_v(v:pk(${a}),older(${lock()}))`,
      `and_v(v:sha256(${hash(32)}),pk(${a}))`,
      `and_v(v:pk(${a}),pk(${b}))`,
      `multi_a(${random.int(1, some.length)},${some.join(',')})`,
      `sortedmulti_a(${random.int(1, some.length)},${some.join(',')})`,
    ]);
  };
  const tree = (depth: number): string =>
    depth > 0 && random.chance(0.5) ? `{${tree(depth - 1)},${tree(depth - 1)}}` : leaf();

  return {
    kinds: Object.keys(makers),
    key: keys.plain,
    next: (kind) => {
      const make = makers[kind];
      if (!make) throw new Error(`no random descriptors of the kind ${kind}`);
      return make();
    },
  };
}

function randomKeys(random: Random, network: Network) {
  const made = Array.from({ length: KEYS }, () => {
    const master = HDKey.fromMasterSeed(random.bytes(32), BITCOIN_PARAMETERS[network].params.bip32);
    return random.chance(0.5) ? master : master.derive(`m/${random.int(0, 9)}'/0`);
  });
  let next = 0;
  const node = () => made[next++ % KEYS] as HDKey;
  const step = () => String(random.pick([0, 1, random.int(2, 99), random.int(100, 0x7fffffff)]));
  const steps = (count: number) => Array.from({ length: count }, () => `/${step()}`).join('');

  const origin = () => {
    if (random.chance(0.5)) return '';
    const mark = random.pick(["'", 'h']);
    const path = Array.from({ length: random.int(0, 4) }, () => `/${step()}${mark}`).join('');
    return `[${Buffer.from(random.bytes(4)).toString('hex')}${path}]`;
  };
  const extended = () => origin() + node().publicExtendedKey + steps(random.int(0, 2));
  const raw = (context: Context) => {
    const compressed = Buffer.from(node().publicKey ?? []).toString('hex');
    if (context === 'taproot' && random.chance(0.5)) return origin() + compressed.slice(2);
    return origin() + compressed;
  };
  const ranged = () => `${extended()}${random.pick(['', '/0', '/<0;1>', '/<3;1>'])}/*`;
  return {
    ranged,
    plain: () => `${extended()}/*`,
    any: (context: Context) =>
      random.pick([ranged, ranged, ranged, extended, () => raw(context)])(),
  };
}
