import type { Token, Tokens } from 'marked';

/** What a reader sees of Markdown, without its marks. */
export function plainText(tokens: readonly Token[]): string {
  return tokens.map(textOf).join('').replace(/\s+/g, ' ').trim();
}

function textOf(token: Token): string {
  switch (token.type) {
    case 'table': {
      const { header, rows } = token as Tokens.Table;
      return [header, ...rows]
        .flat()
        .map((cell) => `${plainText(cell.tokens)} `)
        .join('');
    }
    case 'list':
      return (token as Tokens.List).items.map((item) => `${plainText(item.tokens)} `).join('');
    case 'code':
      return `${(token as Tokens.Code).text} `;
    case 'paragraph':
    case 'blockquote':
    case 'heading':
      return `${plainText((token as Tokens.Paragraph).tokens)} `;
    default:
      if ('tokens' in token && token.tokens) return plainText(token.tokens);
      return 'text' in token ? String(token.text) : ' ';
  }
}
