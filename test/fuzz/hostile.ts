import fc from 'fast-check';

const KNOWN_TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfffy',
  '\ufeff',
  '\u202e',
  '\r\nx-injected: 1',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'null',
  'NaN',
  '-0',
  '1e309',
  '٣',
  '9'.repeat(400),
  'x'.repeat(300),
  'x'.repeat(6_000),
  '😀'.repeat(200),
  '{}',
  '[]',
  '%',
  '%00',
  '\\',
  "'; drop table payment; --",
  '%_%\\',
  '#{7*7}',
  '<script>alert(1)</script>',
  '=1+1',
  '../../etc/passwd',
  'http://',
  'http://[::1',
  'https://*.example',
  'javascript:alert(1)',
  '1970-01-01T00:00:00Z',
  '+275760-09-13T00:00:00.000Z',
  '0000-00-00T00:00:00Z',
  '255.255.255.255/33',
  'pay_',
  'whsec_AAAA',
  `btly_reg_${'a'.repeat(36)}`,
  'wpkh(',
  '('.repeat(3_000),
  'ff'.repeat(32),
];

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...KNOWN_TEXTS),
  fc.string({ maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.array(fc.nat(0xffff), { maxLength: 20 }).map((units) => String.fromCharCode(...units)),
);

const NUMBERS = [
  0,
  -0,
  -1,
  0.1,
  1e21,
  1e308,
  5e-324,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  253_402_300_799,
];
const number = fc.oneof(fc.constantFrom(...NUMBERS), fc.double({ noNaN: true }), fc.integer());

export const hostileJson: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  number,
  fc.constantFrom(null, true, false),
  fc.array(fc.oneof(hostileText, number), { maxLength: 5 }),
  fc.dictionary(hostileText, fc.oneof(hostileText, number), { maxKeys: 4 }),
  fc.nat(200).map((depth) => JSON.parse('['.repeat(depth + 1) + ']'.repeat(depth + 1))),
);

export function almostValidBody(body: Readonly<Record<string, unknown>>): fc.Arbitrary<string> {
  const names = Object.keys(body);
  const change = fc.record({
    name: names.length > 0 ? fc.constantFrom(...names) : hostileText,
    to: fc.option(hostileJson, { nil: undefined }),
  });
  return fc
    .record({
      changes: fc.oneof(
        { weight: 1, arbitrary: fc.array(change, { maxLength: 0 }) },
        { weight: 2, arbitrary: fc.array(change, { minLength: 1, maxLength: 2 }) },
      ),
      more: fc.option(fc.tuple(hostileText, hostileJson), { freq: 2 }),
    })
    .map(({ changes, more }) => {
      const changed = changes.map(({ name, to }) => [name, to] as const);
      const fields = [...Object.entries(body), ...changed, ...(more ? [more] : [])];
      return JSON.stringify(Object.fromEntries(fields));
    });
}

export const rawBody: fc.Arbitrary<string | Uint8Array> = fc.oneof(
  fc.uint8Array({ maxLength: 60 }),
  hostileJson.map((value) => JSON.stringify(value) ?? ''),
  fc.constantFrom(
    '{"amount_sats":1,"amount_sats":2}',
    '{"__proto__":{"amount_sats":1}}',
    '\ufeff{"amount_sats":1}',
    '{"amount_sats":1}{"amount_sats":1}',
    `{"amount_sats":${'9'.repeat(5_000)}}`,
    `{"amount_sats":1e${'9'.repeat(400)}}`,
    '{"reference":"\\u0000"}',
    '{"amount_sats":1,"metadata":{"__proto__":"a","constructor":"b"}}',
    '{"amount_sats":1,"metadata":{"a":"\\u0000"}}',
    '{"amount_sats":1,"metadata":{"a":{"b":[]}}}',
    '{"reference":"\\ud800"}',
    '['.repeat(16_000),
    `${'['.repeat(8_000)}${']'.repeat(8_000)}`,
    `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`,
    `{"amount_sats":1,${Array.from({ length: 1_500 }, (_, i) => `"k${i}":1`).join()}}`,
    `"${'x'.repeat(16_384)}"`,
    'x'.repeat(20_000),
  ),
  fc.constantFrom(
    Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d),
    Uint8Array.of(0xed, 0xa0, 0x80),
    Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0),
  ),
);

export const pathPart: fc.Arbitrary<string> = fc.oneof(
  hostileText.map((text) => encodeURIComponent(Buffer.from(text).toString())),
  fc.constantFrom(
    '%00',
    '%ff',
    '%',
    '%2',
    '%zz',
    '%2e%2e',
    '%2e%2e%2f',
    '..%5c',
    '%252e',
    '.',
    '..',
  ),
  fc.constantFrom(
    'a;b=c',
    'a,b',
    '%0d%0a',
    '%c0%af',
    '*',
    '[id]',
    '{id}',
    '$',
    '@',
    'x'.repeat(3_000),
  ),
);
