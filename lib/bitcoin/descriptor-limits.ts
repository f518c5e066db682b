import { DescriptorError, type DescriptorFault } from './descriptor-error';
import type { Expression } from './descriptor-syntax';
import { splitWrappers } from './miniscript-checks';
import { MAX_MULTISIG_KEYS } from './multisig';

/** In characters. A descriptor of 20 keys with origins and paths has about 4,000. */
const MAX_LENGTH = 10_000;
const MAX_KEYS = MAX_MULTISIG_KEYS;
/** Derivation steps after a key. Wallets have two or three. */
const MAX_STEPS = 10;
/**
 * Functions, wrappers and arguments. A miniscript of 20 keys has about 70, and one more for each
 * condition.
 */
const MAX_PARTS = 200;
/** Levels of brackets. A script tree in which 20 leaves form a chain has 20 levels. */
const MAX_DEPTH = 50;

/**
 * Returns functions that check one descriptor against limits, because the time to derive an address
 * grows with every key and part. Call `checkKey` once for each key.
 *
 * @throws DescriptorError naming the limit
 */
export function descriptorLimits() {
  let keys = 0;
  return {
    checkLength(text: string): void {
      if (text.length > MAX_LENGTH) throw refused('malformed', `${MAX_LENGTH} characters`);
    },
    checkExpression(expression: Expression): void {
      const { parts, depth } = sizeOf(expression);
      if (parts > MAX_PARTS) {
        throw refused('too_complex', `${MAX_PARTS} functions, wrappers and arguments`);
      }
      if (depth > MAX_DEPTH) throw refused('too_complex', `${MAX_DEPTH} levels of brackets`);
    },
    checkKey(word: string): void {
      keys += 1;
      if (keys > MAX_KEYS) throw refused('too_complex', `${MAX_KEYS} keys`);
      const steps = word.replace(/^\[[^\]]*\]/, '').split('/').length - 1;
      if (steps > MAX_STEPS) throw refused('bad_path', `${MAX_STEPS} steps after a key`);
    },
  };
}

function sizeOf({ word, args = [] }: Expression): { parts: number; depth: number } {
  let parts = 1 + splitWrappers(word).wrappers.length;
  let depth = 0;
  for (const arg of args) {
    const size = sizeOf(arg);
    parts += size.parts;
    depth = Math.max(depth, size.depth + 1);
  }
  return { parts, depth };
}

function refused(code: DescriptorFault, most: string): DescriptorError {
  return new DescriptorError(code, `A descriptor has at most ${most}. This one has more.`);
}
