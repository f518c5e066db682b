import { script as codec, opcodes } from 'bitcoinjs-lib';
import type { Expression } from './descriptor-syntax';
import { MAX_MULTISIG_KEYS } from './multisig';

/**
 * Makes two checks of BIP 379 that the library leaves out: the script must be spendable, and each
 * wrapper must suit the script inside it.
 */
export function isSaneMiniscript(expression: Expression): boolean {
  return isSatisfiable(expression) && hasValidWrappers(expression);
}

/** Whether any witness can spend the script. `0` and scripts that require it can never be spent. */
function isSatisfiable({ word, args }: Expression): boolean {
  const { name } = splitWrappers(word);
  if (!args) return name !== '0';
  switch (name) {
    case '{':
    case 'and_v':
    case 'and_b':
    case 'and_n':
      return args.every(isSatisfiable);
    case 'or_b':
    case 'or_c':
    case 'or_d':
    case 'or_i':
      return args.some(isSatisfiable);
    case 'andor':
      return args.slice(0, 2).every(isSatisfiable) || args.slice(2).some(isSatisfiable);
    case 'thresh':
      return args.slice(1).filter(isSatisfiable).length >= Number(args[0]?.word);
    default:
      return true;
  }
}

/**
 * `s:` needs a script that consumes exactly one stack element (type o), and `d:` one that consumes
 * none (type z). A combination of scripts is neither. `j:` around a combination is refused too,
 * because no wallet creates it.
 */
function hasValidWrappers(expression: Expression): boolean {
  const { wrappers } = splitWrappers(expression.word);
  if (/[sdj]/.test(wrappers) && isCombination(expression)) return false;
  return (expression.args ?? []).every(hasValidWrappers);
}

function isCombination({ word, args = [] }: Expression): boolean {
  const { name } = splitWrappers(word);
  if (name === 'and_b' || name === 'or_b') return true;
  if (name === 'thresh' && args.length > 2) return true;
  return args.some(isCombination);
}

/** Splits `vs:pk` into the wrappers `vs` and the function name `pk`. */
export function splitWrappers(word: string): { wrappers: string; name: string } {
  const colon = word.indexOf(':');
  return { wrappers: word.slice(0, Math.max(colon, 0)), name: word.slice(colon + 1) };
}

/**
 * Consensus limit of operations in a script. Each key of an executed OP_CHECKMULTISIG counts as one
 * (BIP 141).
 */
const MAX_OPERATIONS = 201;
/** Relay limit of items in a P2WSH witness, without the script itself. */
const MAX_WITNESS_ITEMS = 99;
const ITEMS: Readonly<Record<string, number>> = {
  pk: 1,
  pk_k: 1,
  pkh: 2,
  pk_h: 2,
  sha256: 1,
  hash256: 1,
  ripemd160: 1,
  hash160: 1,
  or_i: 1,
};

/**
 * Whether every way to spend the script stays within the limits of P2WSH. The library checks these
 * limits only when it spends. This function adds up all branches, so it may overestimate.
 *
 * @param witnessScript the compiled expression, for any index
 */
export function isWithinLimits(expression: Expression, witnessScript: Uint8Array): boolean {
  const multisigs = functionsOf(expression).filter(
    ({ word }) => splitWrappers(word).name === 'multi',
  );
  const keyCounts = multisigs.map(({ args = [] }) => args.length - 1);
  const keys = keyCounts.reduce((sum, count) => sum + count, 0);
  return (
    keyCounts.every((count) => count <= MAX_MULTISIG_KEYS) &&
    operationsOf(witnessScript) + keys <= MAX_OPERATIONS &&
    witnessItems(expression) <= MAX_WITNESS_ITEMS
  );
}

function operationsOf(witnessScript: Uint8Array): number {
  const chunks = codec.decompile(witnessScript) ?? [];
  return chunks.filter((chunk) => typeof chunk === 'number' && chunk > opcodes.OP_16).length;
}

function witnessItems(expression: Expression): number {
  let items = 0;
  for (const { word, args = [] } of functionsOf(expression)) {
    const { wrappers, name } = splitWrappers(word);
    // `d:`, `j:`, `l:` and `u:` need one more witness item to choose a branch. A multi needs its
    // signatures and a dummy item.
    items += wrappers.replace(/[^djlu]/g, '').length;
    items += name === 'multi' ? Number(args[0]?.word) + 1 : (ITEMS[name] ?? 0);
  }
  return items;
}

/**
 * Returns an expression and all expressions inside it, including bare words, which may have
 * wrappers.
 */
function functionsOf(expression: Expression): Expression[] {
  return [expression, ...(expression.args ?? []).flatMap(functionsOf)];
}
