export interface PastedHeader {
  readonly name: string;
  readonly value: string;
}

/** A pasted webhook request. */
export interface PastedRequest {
  readonly headers: readonly PastedHeader[];
  readonly body: string;
}

/**
 * Parses a request from text: a curl command, a raw HTTP request, or header lines, an empty line
 * and the body. Headers may also have the quotes and commas of logs and consoles.
 *
 * @param apart the body, if pasted separately; used unchanged
 */
export function readPasted(text: string, apart = ''): PastedRequest {
  const read = /^\s*curl\s/.test(text) ? fromCurl(text) : fromLines(text);
  return apart === '' ? read : { headers: read.headers, body: apart };
}

function fromLines(text: string): PastedRequest {
  const headers: PastedHeader[] = [];
  let at = text.length - text.trimStart().length;
  while (at < text.length) {
    const end = text.indexOf('\n', at);
    const line = text.slice(at, end < 0 ? undefined : end).trim();
    // The body begins after the empty line or, without one, at its first brace.
    if (/^["\uFEFF]?\{["\\]/.test(line)) break;
    at = end < 0 ? text.length : end + 1;
    if (line === '') {
      if (headers.length > 0) break;
      continue;
    }
    const header = headerOf(line);
    if (header) headers.push(header);
  }
  return { headers, body: text.slice(at).replace(/^(?:\r?\n)+/, '') };
}

const HEADER = /^["']?(?<name>[A-Za-z][\w-]*)["']?\s*(?::|=>|=)\s*(?<value>.*)$/;

function headerOf(line: string): PastedHeader | undefined {
  if (/^(?:POST|GET|PUT|HTTP\/\d)\b.*/.test(line)) return undefined;
  const { name, value = '' } = HEADER.exec(line)?.groups ?? {};
  if (name === undefined) return undefined;
  const quoted = /^(["'])(?<inner>.*)\1,?$/.exec(value)?.groups?.inner;
  return { name, value: (quoted ?? value).trim() };
}

/** Options of curl with a value, which are ignored. */
const WITH_VALUE = new Set(['-X', '--request', '-o', '--output', '-u', '--user', '-m', '-A', '-b']);
const DATA = new Set(['-d', '--data', '--data-raw', '--data-binary', '--data-ascii', '--json']);

function fromCurl(command: string): PastedRequest {
  const headers: PastedHeader[] = [];
  const data: string[] = [];
  const words = shellWords(command.trim()).slice(1).values();
  for (const word of words) {
    const [option = '', joined] = word.startsWith('--') ? word.split(/=(.*)/s) : [word];
    const value = () => joined ?? words.next().value ?? '';
    if (option === '-H' || option === '--header') {
      const header = headerOf(value());
      if (header) headers.push(header);
    } else if (DATA.has(option)) data.push(value());
    else if (WITH_VALUE.has(option)) value();
  }
  return { headers, body: data.join('&') };
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/**
 * The words of a POSIX shell command with quotes and escapes resolved (also `$'…'`). Runs nothing
 * and expands no variables.
 */
function shellWords(command: string): string[] {
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
