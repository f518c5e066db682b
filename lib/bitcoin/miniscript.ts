import { Output } from '@bitcoinerlab/descriptors';
import { DescriptorError } from './descriptor-error';
import { type Expression, formatExpression } from './descriptor-syntax';
import type { KeyContext, KeyExpression } from './key-expression';
import { isSaneMiniscript, splitWrappers } from './miniscript-checks';
import type { KeyExpressionReader } from './script-template';

type ArgumentKind = 'key' | 'number' | 'hash20' | 'hash32' | 'script';

/** The kinds of each function's arguments. Further arguments have the last kind. */
const FUNCTIONS: Readonly<Record<string, readonly ArgumentKind[]>> = {
  pk: ['key'],
  pk_k: ['key'],
  pk_h: ['key'],
  pkh: ['key'],
  older: ['number'],
  after: ['number'],
  sha256: ['hash32'],
  hash256: ['hash32'],
  ripemd160: ['hash20'],
  hash160: ['hash20'],
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
const WORD = /^(?:[asctdvjnlu]+:)?[^:]+$/;

export interface MiniscriptTemplate {
  readonly expression: Expression;
  readonly text: string;
  readonly keys: readonly KeyExpression[];
  /** Returns the text with the public keys of the address at this index. */
  textAt(index: number): string;
}

/**
 * Parses a miniscript expression and checks its keys. The compiler later checks its types,
 * malleability and limits.
 *
 * @throws DescriptorError
 */
export function parseMiniscript(
  expression: Expression,
  context: KeyContext,
  readKey: KeyExpressionReader,
): MiniscriptTemplate {
  const keys = new Map<Expression, KeyExpression>();
  const checked = checkScript(expression, (leaf) => {
    keys.set(leaf, readKey(leaf.word, context));
  });
  if (!isSaneMiniscript(checked)) throw unsupportedMiniscriptError();
  const print = (printKey: (key: KeyExpression) => string) =>
    formatExpression(checked, (leaf) => {
      const key = keys.get(leaf);
      return key ? printKey(key) : leaf.word;
    });
  return {
    expression: checked,
    text: print((key) => key.text),
    keys: [...keys.values()],
    textAt: (index) => print((key) => Buffer.from(key.publicKey(index)).toString('hex')),
  };
}

/**
 * Returns the output script of a `tr(KEY,TREE)` in which all keys are raw public keys.
 *
 * @throws DescriptorError when a miniscript in the tree is not sound
 */
export function compileTaproot(descriptor: string): Uint8Array {
  return rejectUnsound(() => new Output({ descriptor }).getScriptPubKey());
}

/**
 * Returns the witness script of a miniscript in which all keys are raw public keys.
 *
 * @throws DescriptorError when the miniscript is not sound
 */
export function compileWitnessScript(miniscript: string): Uint8Array {
  return rejectUnsound(() => {
    const script = new Output({ descriptor: `wsh(${miniscript})` }).getWitnessScript();
    if (!script) throw new Error('wsh() always has a witness script');
    return script;
  });
}

function rejectUnsound(compile: () => Uint8Array): Uint8Array {
  try {
    return compile();
  } catch {
    // The library's error quotes the whole descriptor, so it is not passed on.
    throw unsupportedMiniscriptError();
  }
}

function checkScript(expression: Expression, onKey: (leaf: Expression) => void): Expression {
  const { args } = expression;
  const word = shortForm(expression.word);
  const { name } = splitWrappers(word);
  if (!WORD.test(word)) throw unsupportedMiniscriptError();
  if (!args) {
    if (name !== '0' && name !== '1') throw unsupportedMiniscriptError();
    return { word, args };
  }
  const script = (arg: Expression) => checkScript(arg, onKey);
  if (word === '{') return { word, args: args.map(script) };
  const kinds = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
  if (!kinds) throw unsupportedMiniscriptError();
  const checked = args.map((arg, place) => {
    const kind = kinds[Math.min(place, kinds.length - 1)];
    if (kind === 'script') return script(arg);
    if (arg.args) throw unsupportedMiniscriptError();
    if (kind === 'key') {
      onKey(arg);
      return arg;
    }
    return { word: canonicalWord(arg.word, kind), args: undefined };
  });
  return { word, args: checked };
}

/** Shortens `c:pk_k` and `c:pk_h`, which the library does not accept everywhere. */
function shortForm(word: string): string {
  return word.replace(/^(\w*)c:pk_([kh])$/, (_, wrappers: string, kind: string) => {
    return `${wrappers && `${wrappers}:`}${kind === 'h' ? 'pkh' : 'pk'}`;
  });
}

/**
 * Returns a number or hash in canonical form. Also checks the length of a hash, because the library
 * does not. Money locked to a hash of the wrong length would be lost.
 */
function canonicalWord(word: string, kind: 'number' | 'hash20' | 'hash32' | undefined): string {
  if (kind === 'number' && /^\d{1,10}$/.test(word)) return String(Number(word));
  if (kind === 'hash20' && /^[0-9a-f]{40}$/i.test(word)) return word.toLowerCase();
  if (kind === 'hash32' && /^[0-9a-f]{64}$/i.test(word)) return word.toLowerCase();
  throw unsupportedMiniscriptError();
}

export function unsupportedMiniscriptError(): DescriptorError {
  return new DescriptorError(
    'unsupported_script',
    'The script inside is not a valid, sane miniscript: the wallet that made it may use something ' +
      'that is not supported here.',
  );
}
