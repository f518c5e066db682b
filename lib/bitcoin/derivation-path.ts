import { DescriptorError } from './descriptor-error';

/** The largest index of an unhardened child (BIP 32). */
export const MAX_CHILD_INDEX = 0x7fff_ffff;

export interface DerivationPath {
  readonly steps: readonly number[];
  /** Whether the path ends with `*`, which stands for the index of an address. */
  readonly ranged: boolean;
  /** The number of branches of a multipath step (BIP 389), such as 2 for `<0;1>`. */
  readonly branches: number | undefined;
}

/**
 * Parses a path such as `/0/*`, which begins with a slash or is empty. A multipath step (BIP 389)
 * becomes its first branch, the receive branch. `/**` is short for `/<0;1>/*`.
 *
 * @throws DescriptorError bad_path, hardened_path
 */
export function parseDerivationPath(text: string): DerivationPath {
  const words = text
    .replace(/\/\*\*$/, '/<0;1>/*')
    .split('/')
    .slice(1);
  if (words.some((word) => /^(?:\*|.*\d)['hH]/.test(word))) throw hardened();
  const ranged = words.at(-1) === '*';
  let branches: number | undefined;
  const steps = (ranged ? words.slice(0, -1) : words).map((word) => {
    if (!word.startsWith('<')) return parseStep(word);
    if (branches !== undefined) throw badPath();
    const alternatives = parseAlternatives(word);
    branches = alternatives.length;
    return alternatives[0] ?? 0;
  });
  return { steps, ranged, branches };
}

/** Returns the number of an unhardened step, up to 2^31 - 1; undefined for any other text. */
export function parseUnhardenedStep(word: string): number | undefined {
  const step = /^\d{1,10}$/.test(word) ? Number(word) : Number.NaN;
  return step <= MAX_CHILD_INDEX ? step : undefined;
}

function parseStep(word: string): number {
  const step = parseUnhardenedStep(word);
  if (step === undefined) throw badPath();
  return step;
}

function parseAlternatives(word: string): number[] {
  const inner = /^<([^<>]*)>$/.exec(word)?.[1] ?? '';
  const alternatives = inner.split(';').map(parseStep);
  const distinct = new Set(alternatives).size === alternatives.length;
  if (alternatives.length < 2 || !distinct) throw badPath();
  return alternatives;
}

function hardened(): DescriptorError {
  return new DescriptorError(
    'hardened_path',
    "A step after a key is hardened (' or h), which takes the private key. Use the extended " +
      'public key of the account and write the hardened steps in its origin: [fingerprint/84h/0h/0h].',
  );
}

function badPath(): DescriptorError {
  return new DescriptorError(
    'bad_path',
    'A path is malformed: after a key come numbers up to 2147483647, at most one <0;1>, and one * ' +
      'as the last step.',
  );
}
