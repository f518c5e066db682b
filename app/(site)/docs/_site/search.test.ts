import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createSearchIndexResponse } from './create-search-index-response';
import { searchDocs, toSearchHits } from './search';

const SECTIONS = [
  ['Webhooks', 'What is sent.'],
  ['Retries', 'Redirects are not followed. Retry-After is honoured up to a day.'],
  ['Receive', 'Compute the signature and compare it. Do not follow what you cannot verify.'],
  ['Signature', 'How it is made.'],
] as const;

let index: string;

beforeAll(async () => {
  const structuredData = {
    headings: SECTIONS.map(([content]) => ({ id: content.toLowerCase(), content })),
    contents: SECTIONS.map(([heading, content]) => ({ heading: heading.toLowerCase(), content })),
  };
  index = await (
    await createSearchIndexResponse([{ url: '/docs/webhooks', data: { structuredData } }])
  ).text();
});

beforeEach(() => {
  vi.stubGlobal('fetch', async () => new Response(index));
});

const find = async (query: string) => toSearchHits(await searchDocs(query));
const headings = async (query: string) => (await find(query)).map(({ heading }) => heading);

test('a heading with the searched word ranks above text with the searched word', async () => {
  expect(await headings('signature')).toEqual(['Signature', 'Receive']);
  const [first] = await find('signature');
  expect(first).toMatchObject({ url: '/docs/webhooks#signature', page: 'Webhooks' });
});

test('a search result matches every word of the query, at least as a prefix', async () => {
  expect(await headings('redir follow')).toEqual(['Retries']);
  expect(await headings('redir zebra')).toEqual([]);
});

test('a query with a misspelled word finds and shows the most similar word', async () => {
  expect(await searchDocs('signatrue')).toContainEqual(expect.objectContaining({ similar: true }));
  expect(await headings('signatrue')).toContain('Signature');
});

test('the search never throws an error, whatever the query contains', async () => {
  for (const query of ['.*[(', '<b>', '\\', '_', 'word '.repeat(5_000), 'x'.repeat(100_000)]) {
    await expect(find(query)).resolves.toBeDefined();
  }
});

test('the excerpt contains the match, and the matched words are marked', async () => {
  const [found] = await find('compare');
  expect(found?.excerpt.join('')).toContain('signature and compare it');
  expect(found?.excerpt[1]).toBe('compare');
});
