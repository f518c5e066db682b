import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LANGUAGES } from '@/lib/domain/language';
import { KEY_LABELS, NETWORKS } from '@/lib/domain/network';
import { EVENT_TYPES, PAYMENT_FLAGS, PAYMENT_STATUSES } from '@/lib/domain/payment';

const page = (name: string) => readFileSync(`docs/${name}.md`, 'utf8');

/** The values in code in the second column of the row that begins with this. */
function valuesIn(text: string, first: string): string[] {
  const row = text.split('\n').find((line) => line.startsWith(`| ${first} |`)) ?? '';
  return [...(row.split('|')[2] ?? '').matchAll(/`([^`]+)`/g)].map(([, value = '']) => value);
}

test.each<[string, readonly string[]]>([
  ['`status` of a payment', PAYMENT_STATUSES],
  ['`flags`', PAYMENT_FLAGS],
  ['`network`', NETWORKS],
  ['`type` of an event', EVENT_TYPES],
  ['prefix of an API key', KEY_LABELS.map((label) => `btly_${label}_`)],
])('the page on compatibility has every value of %s, and no other', (set, values) => {
  expect(valuesIn(page('compatibility'), set).sort()).toEqual([...values].sort());
});

test('the page on the hosted page has every language, and no other', () => {
  const shown = [...page('hosted-page').matchAll(/^\|.*\|$/gm)].flatMap(([row]) =>
    [...row.matchAll(/`\?lang=([\w-]+)`/g)].map(([, code]) => code),
  );
  expect(shown.sort()).toEqual([...LANGUAGES].sort());
});
