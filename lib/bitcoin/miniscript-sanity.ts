import type { Expression } from './descriptor-syntax';

/**
 * What a node refuses in a miniscript and the library lets pass (BIP 379): a script that nobody
 * could ever spend, and a wrapper around more than it can carry.
 */
export function isSane(expression: Expression): boolean {
  return isSatisfiable(expression) && isWellWrapped(expression);
}

/** Whether there is any way to spend: `0` has none, and what is built on it may have none either. */
function isSatisfiable({ word, args }: Expression): boolean {
  const { name } = splitWord(word);
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
 * `s:` takes a script with one argument and `d:` one with none (types o and z); what joins several
 * scripts on the stack has neither. `j:` around such a script is left out too: no wallet makes it.
 */
function isWellWrapped(expression: Expression): boolean {
  const { wrappers } = splitWord(expression.word);
  if (/[sdj]/.test(wrappers) && joinsOnStack(expression)) return false;
  return (expression.args ?? []).every(isWellWrapped);
}

function joinsOnStack({ word, args = [] }: Expression): boolean {
  const { name } = splitWord(word);
  if (name === 'and_b' || name === 'or_b') return true;
  if (name === 'thresh' && args.length > 2) return true;
  return args.some(joinsOnStack);
}

/** The wrappers before the colon, and the name of the function. */
export function splitWord(word: string): { wrappers: string; name: string } {
  const colon = word.indexOf(':');
  return { wrappers: word.slice(0, Math.max(colon, 0)), name: word.slice(colon + 1) };
}
