import { DescriptorError } from './descriptor-error';

/** A function `word(arg,…)`, a pair `{arg,arg}`, or a bare word of a descriptor. */
export interface Expression {
  /** The name of a function, `{` for a pair in a script tree, or a bare word. */
  readonly word: string;
  readonly args: readonly Expression[] | undefined;
}

/** This limit is higher than the maximum depth of a script tree, which is 128 (BIP 341). */
const MAX_DEPTH = 200;

/**
 * Parses a descriptor without its checksum.
 *
 * @throws DescriptorError for unmatched brackets or empty parts
 */
export function parseExpression(text: string): Expression {
  const tokens = text.match(/[(){},]|[^(){},]+/g) ?? [];
  let next = 0;

  const expression = (depth: number): Expression => {
    if (depth > MAX_DEPTH) throw malformed();
    const word = tokens[next++];
    if (word === '{') return { word, args: list('}', depth) };
    if (word === undefined || /^[(),}]$/.test(word)) throw malformed();
    if (tokens[next] !== '(') return { word, args: undefined };
    next += 1;
    return { word, args: list(')', depth) };
  };

  const list = (close: string, depth: number): Expression[] => {
    const args: Expression[] = [];
    for (;;) {
      args.push(expression(depth + 1));
      const separator = tokens[next++];
      if (separator === close) return args;
      if (separator !== ',') throw malformed();
    }
  };

  const whole = expression(0);
  if (next !== tokens.length) throw malformed();
  return whole;
}

export function formatExpression(
  expression: Expression,
  printWord: (leaf: Expression) => string,
): string {
  const { word, args } = expression;
  if (!args) return printWord(expression);
  const inner = args.map((arg) => formatExpression(arg, printWord)).join(',');
  return word === '{' ? `{${inner}}` : `${word}(${inner})`;
}

function malformed(): DescriptorError {
  return new DescriptorError(
    'malformed',
    'This is not a descriptor: its brackets and commas do not match. Copy the whole of it.',
  );
}
