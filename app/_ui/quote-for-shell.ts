/** Quotes a text as one argument of a POSIX shell, which expands nothing in it. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
