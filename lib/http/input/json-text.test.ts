import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson, type Json, jsonHash, parseJson } from '@/lib/http/input/json-text';

const bytes = (text: string) => new TextEncoder().encode(text);

test('parseJson returns the same value as JSON.parse for every JSON text', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(parseJson(bytes(text))).toEqual(JSON.parse(text));
    }),
  );
});

test('a duplicate member is rejected, at any depth and with any escaping', () => {
  for (const text of [
    '{"amount_sats":1,"amount_sats":2}',
    '{"a":{"b":1,"c":[],"b":2}}',
    '[{"a":1},{"b":{"x":"}","x":1}}]',
    String.raw`{"a":1,"\u0061":2}`,
    String.raw`{"a\"":1,"a\u0022":2}`,
  ]) {
    expect(() => parseJson(bytes(text)), text).toThrow('same field twice');
  }
  for (const text of [
    '{"a":{"a":1},"b":{"a":1}}',
    '[{"a":1},{"a":1}]',
    '{"a":"a","b":"a"}',
    String.raw`{"a":"\"a\":","b":"{\"a\":1"}`,
  ]) {
    expect(parseJson(bytes(text)), text).toEqual(JSON.parse(text));
  }
});

test('invalid UTF-8, empty text and invalid JSON are rejected with an error that does not quote them', () => {
  expect(() => parseJson(new Uint8Array([0x22, 0xc3, 0x28, 0x22]))).toThrow('not valid UTF-8');
  for (const text of ['', ' ']) expect(() => parseJson(bytes(text))).toThrow('The body is empty.');
  for (const text of ['{', '{"a":1,}', "{'a':1}", 'NaN', '{"secret":}', '{}{}']) {
    expect(() => parseJson(bytes(text)), text).toThrow('not valid JSON.');
  }
});

test('JSON with ten thousand open brackets is rejected without a stack overflow', () => {
  expect(() => parseJson(bytes('['.repeat(10_000)))).toThrow('not valid JSON');
  expect(() => parseJson(bytes('['.repeat(8_000) + ']'.repeat(8_000)))).not.toThrow();
});

test('the hash of a JSON text ignores white space and the order of members, and depends on the values', () => {
  const hash = (text: string) => jsonHash(parseJson(bytes(text)));
  expect(hash('{"a":1,"b":[1,2]}')).toBe(hash(' { "b" : [1, 2.0], "a" : 1e0 } '));
  expect(hash('{"a":1}')).not.toBe(hash('{"a":"1"}'));
  expect(hash('{"b":[1,2]}')).not.toBe(hash('{"b":[2,1]}'));
});

test('the canonical text follows RFC 8785', () => {
  const value = JSON.parse(
    '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"literals":[null,true,false],"\\u20ac":1,"\\r":2,"1":3,"\\ud83d\\ude00":4,"\\ufb33":5}',
  ) as Json;
  expect(canonicalJson(value)).toBe(
    '{"\\r":2,"1":3,"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"\u20ac":1,"\u{1f600}":4,"\ufb33":5}',
  );
});
