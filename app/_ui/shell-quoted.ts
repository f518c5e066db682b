/** Returns a text quoted as one argument of a POSIX shell. The shell expands nothing in it. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
