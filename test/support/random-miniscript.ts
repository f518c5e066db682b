import type { Random } from './random';

/** The types of Miniscript expressions (BIP 379). */
type Type = 'B' | 'V' | 'K' | 'W';

const NUMBERS = [0, 1, 144, 65_535, 4_194_305, 499_999_999, 500_000_000, 2 ** 31 - 1, 2 ** 31];

/**
 * Returns random miniscripts. Most are correctly typed, and about a quarter are sound. Bitcoin
 * implementations may accept or reject an unsound miniscript.
 *
 * @param key returns a key expression
 */
export function randomMiniscript(random: Random, key: () => string, taproot: boolean): string {
  const hash = (bytes: number) => Buffer.from(random.bytes(bytes)).toString('hex');
  const number = () => random.pick([...NUMBERS, random.int(1, 1_000)]);
  const wrap = (wrapper: string, inner: string) =>
    /^[a-z]+:/.test(inner) ? wrapper + inner : `${wrapper}:${inner}`;
  const one = (...makers: readonly (() => string)[]) => random.pick(makers)();

  const leaf = () =>
    one(
      () => `pk(${key()})`,
      () => `pkh(${key()})`,
      () => wrap('c', make('K', 0)),
      () => `older(${number()})`,
      () => `after(${number()})`,
      () => `sha256(${hash(random.chance(0.05) ? 20 : 32)})`,
      () => `hash160(${hash(random.chance(0.05) ? 32 : 20)})`,
      () => random.pick(['0', '1']),
      multi,
    );
  const multi = () => {
    const keys = Array.from({ length: random.int(1, 4) }, key);
    const name = taproot !== random.chance(0.05) ? 'multi_a' : 'multi';
    return `${name}(${random.int(random.chance(0.1) ? 0 : 1, keys.length)},${keys.join(',')})`;
  };
  const thresh = (depth: number) => {
    const rest = Array.from({ length: random.int(0, 3) }, () => make('W', depth));
    const needed = random.int(random.chance(0.1) ? 0 : 1, rest.length + 1);
    return `thresh(${[needed, make('B', depth), ...rest].join(',')})`;
  };

  const make = (asked: Type, depth: number): string => {
    const type = random.chance(0.03) ? random.pick<Type>(['B', 'V', 'K', 'W']) : asked;
    const B = () => make('B', depth - 1);
    const V = () => make('V', depth - 1);
    const W = () => make('W', depth - 1);
    if (type === 'K') return `${random.pick(['pk_k', 'pk_h'])}(${key()})`;
    if (type === 'W') return wrap(random.pick(['a', 's']), make('B', depth));
    const ends = depth <= 0 || random.chance(0.35);
    if (type === 'V') {
      if (ends || random.chance(0.5)) return wrap('v', make('B', depth));
      return one(
        () => `and_v(${V()},${V()})`,
        () => `or_c(${B()},${V()})`,
        () => `or_i(${V()},${V()})`,
        () => `andor(${B()},${V()},${V()})`,
      );
    }
    if (ends) return leaf();
    return one(
      () => `and_v(${V()},${B()})`,
      () => `${random.pick(['and_b', 'or_b'])}(${B()},${W()})`,
      () => `${random.pick(['or_d', 'or_i', 'and_n'])}(${B()},${B()})`,
      () => `andor(${B()},${B()},${B()})`,
      () => thresh(depth - 1),
      () => wrap(random.pick(['t', 'd', 'j', 'n', 'l', 'u']), random.chance(0.3) ? V() : B()),
      () => wrap('dv', B()),
    );
  };
  return make('B', random.int(1, 3));
}
