import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { searchDocs } from './search';
import { searchIndex } from './search-index';

const section = (heading: string, text: string) => ({ id: heading.toLowerCase(), heading, text });

let index: string;

beforeAll(async () => {
  const sections = [
    section('Webhooks', 'What is sent.'),
    section('Retries', 'Redirects are not followed. Retry-After is honoured up to a day.'),
    section(
      'Receive',
      'Compute the signature and compare it. Do not follow what you cannot verify.',
    ),
    section('Signature', 'How it is made.'),
  ];
  const answer = await searchIndex([{ path: '/docs/webhooks', title: 'Webhooks', sections }]);
  index = await answer.text();
});

beforeEach(() => {
  vi.stubGlobal('fetch', async () => new Response(index));
});

const headings = async (query: string) =>
  (await searchDocs(query)).found.map(({ heading }) => heading);

test('a heading ranks above text that contains the word', async () => {
  expect(await headings('signature')).toEqual(['Signature', 'Receive']);
  const [first] = (await searchDocs('signature')).found;
  expect(first).toMatchObject({ url: '/docs/webhooks#signature', page: 'Webhooks' });
});

test('every word must match, at least as a prefix', async () => {
  expect(await headings('redir follow')).toEqual(['Retries']);
  expect(await headings('redir zebra')).toEqual([]);
});

test('a misspelt word finds the nearest word, and the answer says so', async () => {
  expect(await searchDocs('signatrue')).toMatchObject({ similar: true });
  expect(await headings('signatrue')).toContain('Signature');
});

test('no query makes the search throw', async () => {
  for (const query of ['.*[(', '<b>', '\\', '_', 'word '.repeat(5_000), 'x'.repeat(100_000)]) {
    await expect(searchDocs(query)).resolves.toBeDefined();
  }
});

test('the excerpt shows the match, and which words matched', async () => {
  const { found } = await searchDocs('compare');
  expect(found[0]?.excerpt.join('')).toContain('signature and compare it');
  expect(found[0]?.excerpt[1]).toBe('compare');
});
