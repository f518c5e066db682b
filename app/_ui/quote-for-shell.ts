/** Quotes a text as one argument of a POSIX shell, without expansion. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
