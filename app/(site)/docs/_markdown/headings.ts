import { lexer, type Token, type Tokens } from 'marked';
import { plainText } from './plain-text';

export interface Heading {
  readonly id: string;
  readonly depth: number;
  readonly text: string;
}

/** The anchor of a heading, as GitHub makes it. */
export function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}

/** A part of a page: a heading and what stands under it up to the next. */
export interface Part {
  readonly heading: Heading;
  readonly tokens: readonly Token[];
}

/** The parts of a page, one for each heading down to the third level. */
export function partsOf(markdown: string): Part[] {
  const parts: { heading: Heading; tokens: Token[] }[] = [];
  for (const token of lexer(markdown)) {
    if (token.type === 'heading' && token.depth <= 3) {
      const { depth, tokens } = token as Tokens.Heading;
      const text = plainText(tokens);
      parts.push({ heading: { id: anchorOf(text), depth, text }, tokens: [] });
    } else {
      parts.at(-1)?.tokens.push(token);
    }
  }
  return parts;
}
