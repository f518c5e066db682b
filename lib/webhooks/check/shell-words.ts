const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/**
 * The words of a POSIX shell command as the shell would pass them on, quotes and escapes resolved
 * (also `$'…'`). Nothing is run, and no variable is looked up.
 */
export function shellWords(command: string): string[] {
  const words: string[] = [];
  const pattern =
    /(?:\\[\s\S]|'[^']*'|\$'(?:\\[\s\S]|[^'\\])*'|"(?:\\[\s\S]|[^"\\])*"|[^\s\\'"])+/g;
  for (const [word] of command.replaceAll(/\\\r?\n/g, ' ').matchAll(pattern)) {
    words.push(unquoted(word));
  }
  return words;
}

function unquoted(word: string): string {
  return word.replaceAll(
    /\$'((?:\\[\s\S]|[^'\\])*)'|'([^']*)'|"((?:\\[\s\S]|[^"\\])*)"|\\([\s\S])/g,
    (_, ansi?: string, single?: string, double?: string, escaped?: string) => {
      if (ansi !== undefined) return ansi.replaceAll(/\\([\s\S])/g, (__, c) => ESCAPES[c] ?? c);
      return single ?? double?.replaceAll(/\\(["\\$`])/g, '$1') ?? escaped ?? '';
    },
  );
}
