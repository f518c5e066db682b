/** Quotes a text as one argument of a POSIX shell, without any expansion. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
