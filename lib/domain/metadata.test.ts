import { expect, test } from 'vitest';
import { metadataFault, toSearchWords } from './metadata';

const entries = (count: number, value = 'x') =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`name-${n}`, value]));

test.each([
  ['nothing', {}],
  ['twenty entries', entries(20)],
  ['the longest name and value', { ['n'.repeat(40)]: 'v'.repeat(500) }],
  ['characters of two code units', { ['😀'.repeat(40)]: '😀'.repeat(500) }],
  ['an empty value', { a: '' }],
  ['a name that objects inherit', JSON.parse('{"__proto__":"a","constructor":"b"}')],
  ['exactly 4,096 bytes', { ...entries(8, 'v'.repeat(490)), rest: 'r'.repeat(69) }],
])('metadata with %s is accepted', (_what, given) => {
  expect(metadataFault(given)).toBeUndefined();
});

test.each([
  ['a list', [], 'object'],
  ['null', null, 'object'],
  ['a text', 'a', 'object'],
  ['21 entries', entries(21), '20 entries'],
  ['an empty name', { '': 'a' }, 'names'],
  ['a name too long', { ['n'.repeat(41)]: 'a' }, 'names'],
  ['a control character in a name', { 'a\tb': 'a' }, 'names'],
  ['a value too long', { a: 'v'.repeat(501) }, 'values'],
  ['a number', { a: '1', b: 1 }, 'values: check "b"'],
  ['null as a value', { a: null }, 'values'],
  ['an object as a value', { a: {} }, 'values'],
  ['U+0000', { a: 'x\0' }, 'values'],
  ['half a surrogate pair', { a: '\ud800' }, 'values'],
  ['4,097 bytes', { ...entries(8, 'v'.repeat(490)), rest: 'r'.repeat(70) }, '4097'],
])('metadata with %s is refused', (_what, given, why) => {
  expect(metadataFault(given)).toContain(why);
});

test('a metadata search uses each word of letters and digits once, and ignores case', () => {
  expect(toSearchWords('Order #1042: MÜLLER, müller & Søn; привет')).toEqual([
    'order',
    '1042',
    'müller',
    'søn',
    'привет',
  ]);
  expect(toSearchWords(`'a':* | \\ % ${'x'.repeat(100)}`)).toEqual(['a', 'x'.repeat(64)]);
  expect(toSearchWords(" %_' ")).toEqual([]);
});
