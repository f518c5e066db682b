import type { SortedResult } from 'fumadocs-core/search';

/** A section that matches. */
export interface Found {
  readonly url: string;
  readonly heading: string;
  readonly page: string;
  /** The words around the first match: every second piece is a word of the query. */
  readonly excerpt: readonly string[];
}

export interface Answer {
  readonly found: readonly Found[];
  /** True when no section has the words of the query, and these have similar words. */
  readonly similar: boolean;
}

const INDEX = '/docs/search.json';
const MAX_FOUND = 12;
const MAX_QUERY = 100;
/** Each word is looked up on its own, and a single letter begins a tenth of all words. */
const MAX_WORDS = 8;

/** Searches the index in the browser: for every word, or else for similar words. */
export async function searchDocs(query: string): Promise<Answer> {
  const { staticClient } = await import('fumadocs-core/search/client/orama-static');
  const asked = query.slice(0, MAX_QUERY).split(/\s+/).slice(0, MAX_WORDS).join(' ');
  const find = async (tolerance: number) => {
    const search = { threshold: 0, tolerance, limit: 2 * MAX_FOUND };
    const results = await staticClient({ from: INDEX, search }).search(asked);
    return sectionsOf(results).slice(0, MAX_FOUND);
  };
  const found = await find(0);
  if (found.length > 0) return { found, similar: false };
  return { found: await find(2), similar: true };
}

/** Fumadocs returns the heading of each section, followed by its text if the text matches. */
function sectionsOf(results: readonly SortedResult[]): Found[] {
  const found: Found[] = [];
  for (const { type, url, content, breadcrumbs = [] } of results) {
    const last = found.at(-1);
    if (type === 'page') {
      const heading = plain(content).join('');
      found.push({ url, heading, page: String(breadcrumbs[0] ?? ''), excerpt: [] });
    } else if (last?.url === url) {
      found[found.length - 1] = { ...last, excerpt: excerptOf(plain(content)) };
    }
  }
  return found;
}

/** Splits Markdown with marks around the words of the query. */
const plain = (content: string) =>
  content.split(/<\/?mark>/).map((piece) => piece.replace(/\\(?=[^\w\s])/g, ''));

const BEFORE = 70;
const AFTER = 140;

function excerptOf([before = '', ...rest]: readonly string[]): string[] {
  const from = before.length <= BEFORE ? 0 : before.indexOf(' ', before.length - BEFORE) + 1;
  const pieces = [`${from > 0 ? '…' : ''}${before.slice(from)}`];
  let room = AFTER;
  for (const piece of rest) {
    if (room <= 0) break;
    pieces.push(piece.length > room ? `${piece.slice(0, room)}…` : piece);
    room -= piece.length;
  }
  return pieces;
}
