import { expect, test } from 'vitest';
import { searchDocs } from './search-docs';

const entry = (heading: string, text: string) => ({
  path: `/docs/x#${heading}`,
  page: 'Webhooks',
  heading,
  text,
});
const entries = [
  entry('Tries', 'Redirects are not followed. Retry-After is honoured up to a day.'),
  entry('Receiving', 'Compute the signature and compare it. Do not follow what you cannot verify.'),
  entry('Signature', 'How it is made.'),
];
const found = (query: string) => searchDocs(entries, query).map(({ heading }) => heading);

test('a heading comes before a text that names the word', () => {
  expect(found('signature')).toEqual(['Signature', 'Receiving']);
});

test('every word must be there, and may be the beginning of one', () => {
  expect(found('redir follow')).toEqual(['Tries']);
  expect(found('redir nothing')).toEqual([]);
  expect(found('irects')).toEqual([]);
});

test('nothing asked finds nothing, and no query breaks it', () => {
  expect(found('  ')).toEqual([]);
  expect(found('.*[(')).toEqual([]);
});

test('the excerpt shows the place', () => {
  expect(searchDocs(entries, 'compare')[0]?.excerpt).toContain('compare it');
});
