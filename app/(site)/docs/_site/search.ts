import type { SortedResult } from 'fumadocs-core/search';

/** A section that was found. */
export interface Found {
  readonly url: string;
  readonly heading: string;
  readonly page: string;
  /** Words around the first that fits: every second piece is one that was asked for. */
  readonly excerpt: readonly string[];
}

export interface Answer {
  readonly found: readonly Found[];
  /** Whether nothing has the words as they were typed, and these have similar ones. */
  readonly similar: boolean;
}

const INDEX = '/docs/search.json';
const MAX_FOUND = 12;
const MAX_QUERY = 100;

/** Looks in the index, in the browser: for every word, or else for words that differ a little. */
export async function searchDocs(query: string): Promise<Answer> {
  const { staticClient } = await import('fumadocs-core/search/client/orama-static');
  const find = async (tolerance: number) => {
    const search = { threshold: 0, tolerance, limit: 2 * MAX_FOUND };
    const results = await staticClient({ from: INDEX, search }).search(query.slice(0, MAX_QUERY));
    return sectionsOf(results).slice(0, MAX_FOUND);
  };
  const found = await find(0);
  if (found.length > 0) return { found, similar: false };
  return { found: await find(2), similar: true };
}

/** Each section comes as its heading, followed by its text if that fits. */
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

/** Pieces of a text that comes as Markdown with marks around the words asked for. */
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
