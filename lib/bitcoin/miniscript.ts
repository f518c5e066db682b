import { Output } from '@bitcoinerlab/descriptors';
import { DescriptorError } from './descriptor-error';
import { type Expression, printExpression } from './descriptor-syntax';
import type { KeyContext, KeyExpression } from './key-expression';
import type { ReadKey } from './script-template';

/** What each argument of a miniscript function is; the last kind repeats. */
const FUNCTIONS: Readonly<Record<string, readonly ('key' | 'number' | 'hash' | 'script')[]>> = {
  pk: ['key'],
  pk_k: ['key'],
  pk_h: ['key'],
  pkh: ['key'],
  older: ['number'],
  after: ['number'],
  sha256: ['hash'],
  hash256: ['hash'],
  ripemd160: ['hash'],
  hash160: ['hash'],
  andor: ['script'],
  and_v: ['script'],
  and_b: ['script'],
  and_n: ['script'],
  or_b: ['script'],
  or_c: ['script'],
  or_d: ['script'],
  or_i: ['script'],
  thresh: ['number', 'script'],
  multi: ['number', 'key'],
  multi_a: ['number', 'key'],
  sortedmulti_a: ['number', 'key'],
};
const WRAPPERS = /^[asctdvjnlu]+:/;

/** A miniscript, or a tree of them, whose keys have been read and checked here. */
export interface MiniscriptTemplate {
  readonly text: string;
  readonly keys: readonly KeyExpression[];
  /** The same with the public keys of an address in place of the key expressions. */
  textAt(index: number): string;
}

/**
 * Reads the expression so far that every key in it is found and checked. Whether the script is
 * sound (types, malleability, limits) is for {@link compileScript} to say.
 *
 * @throws DescriptorError
 */
export function parseMiniscript(
  expression: Expression,
  context: KeyContext,
  readKey: ReadKey,
): MiniscriptTemplate {
  const keys = new Map<Expression, KeyExpression>();
  const checked = checkScript(expression, (leaf) => {
    keys.set(leaf, readKey(leaf.word, context));
  });
  const print = (printKey: (key: KeyExpression) => string) =>
    printExpression(checked, (leaf) => {
      const key = keys.get(leaf);
      return key ? printKey(key) : leaf.word;
    });
  return {
    text: print((key) => key.text),
    keys: [...keys.values()],
    textAt: (index) => print((key) => Buffer.from(key.publicKey(index)).toString('hex')),
  };
}

/**
 * The output script of a descriptor without extended keys.
 *
 * @throws DescriptorError when its miniscript is not sound
 */
export function compileScript(descriptor: string): Uint8Array {
  try {
    return new Output({ descriptor }).getScriptPubKey();
  } catch {
    // The library's message quotes the whole descriptor: it must not travel any further.
    throw unsound();
  }
}

/** The expression with its hashes in lower case and its numbers in their shortest form. */
function checkScript(expression: Expression, onKey: (leaf: Expression) => void): Expression {
  const { word, args } = expression;
  if (!args) {
    if (!/^[01]$/.test(word.replace(WRAPPERS, ''))) throw unsound();
    return expression;
  }
  const script = (arg: Expression) => checkScript(arg, onKey);
  if (word === '{') return { word, args: args.map(script) };
  const name = word.replace(WRAPPERS, '');
  const kinds = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
  if (!kinds) throw unsound();
  const checked = args.map((arg, place) => {
    const kind = kinds[Math.min(place, kinds.length - 1)];
    if (kind === 'script') return script(arg);
    if (arg.args) throw unsound();
    if (kind === 'key') {
      onKey(arg);
      return arg;
    }
    return { word: canonicalWord(arg.word, kind === 'number'), args: undefined };
  });
  return { word, args: checked };
}

function canonicalWord(word: string, isNumber: boolean): string {
  if (isNumber && /^\d{1,10}$/.test(word)) return String(Number(word));
  if (!isNumber && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i.test(word)) return word.toLowerCase();
  throw unsound();
}

function unsound(): DescriptorError {
  return new DescriptorError(
    'unsupported_script',
    'The script inside is not a valid, sane miniscript: the wallet that made it may use something ' +
      'that is not supported here.',
  );
}
