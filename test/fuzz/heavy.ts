import { createHash } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import type { TestRequest } from '@/test/support/api';

const VERSIONS = { public: 0x043587cf, private: 0x04358394 };

/** These keys are the same in every run. */
export const TPUBS: readonly string[] = Array.from({ length: 20 }, (_, n) => {
  const seed = createHash('sha512').update(`key ${n}`).digest();
  return HDKey.fromMasterSeed(seed, VERSIONS).publicExtendedKey;
});
const [TPUB = ''] = TPUBS;

const keys = (count: number, path = (n: number) => `/${n}/*`) =>
  Array.from({ length: count }, (_, n) => `${TPUBS[n % TPUBS.length]}${path(n)}`);

export const ORDINARY_DESCRIPTOR = `wpkh([d34db33f/84h/1h/0h]${TPUB}/0/*)`;

export const LARGE_DESCRIPTORS: Readonly<Record<string, string>> = {
  'a multisig of 15 keys': `wsh(sortedmulti(8,${keys(15, () => '/<0;1>/*')
    .map((key) => `[d34db33f/48h/0h/0h/2h]${key}`)
    .join()}))`,
  'a multisig of 20 keys': `wsh(multi(20,${keys(20, () => '/0/1/2/3/*').join()}))`,
  'a miniscript of 20 keys': thresh(20),
  'a script tree of 20 keys': `tr(${TPUB}/0/*,${scriptTree(keys(19))})`,
};

function thresh(count: number): string {
  const [first, ...rest] = keys(count);
  return `wsh(thresh(2,pk(${first}),${rest.map((key) => `s:pk(${key})`).join()}))`;
}

function scriptTree(leaves: readonly string[]): string {
  const [first, ...rest] = leaves;
  return rest.length === 0 ? `pk(${first})` : `{pk(${first}),${scriptTree(rest)}}`;
}

const deep = (open: string, middle: string, close: string, depth: number) =>
  `${open.repeat(depth)}${middle}${close.repeat(depth)}`;

/** These descriptors, valid or not, are short but slow to parse. */
export const SLOW_TO_PARSE_DESCRIPTORS: Readonly<Record<string, string>> = {
  ...LARGE_DESCRIPTORS,
  'steps after 15 keys': `wsh(multi(8,${keys(15, () => `${'/1'.repeat(250)}/*`).join()}))`,
  'steps after one key': `wpkh(${TPUB}${'/1'.repeat(250)}/*)`,
  'thousands of steps': `wpkh(${TPUB}${'/1'.repeat(4_900)}/*)`,
  'steps of an origin': `wpkh([d34db33f${'/1h'.repeat(3_000)}]${TPUB}/0/*)`,
  'branches of a multipath': `wpkh(${TPUB}/<${Array.from({ length: 1_900 }, (_, n) => n).join(';')}>/*)`,
  '80 keys of a miniscript': thresh(80),
  '80 keys of multi_a': `tr(${TPUB}/0/*,multi_a(1,${keys(80).join()}))`,
  '70 leaves': `tr(${TPUB}/0/*,${scriptTree(keys(70))})`,
  'a chain of and_v': `wsh(${deep('and_v(v:older(1),', `pk(${TPUB}/0/*)`, ')', 190)})`,
  'a chain of or_i': `wsh(${deep('or_i(0,', `pk(${TPUB}/0/*)`, ')', 190)})`,
  'a chain of andor': `wsh(${deep(`andor(pk(${TPUB}/1/*),older(9),`, `pk(${TPUB}/0/*)`, ')', 60)})`,
  'alternatives of or_d': `wsh(${deep(`or_d(pk(${'02'.repeat(33)}),`, `pk(${TPUB}/0/*)`, ')', 90)})`,
  'wrappers l': `wsh(${'l'.repeat(9_000)}:pk(${TPUB}/0/*))`,
  'wrappers nj': `wsh(${'nj'.repeat(4_000)}:pk(${TPUB}/0/*))`,
  'wrappers in a chain': `wsh(${deep('dddddddddd:and_v(v:', `pk(${TPUB}/0/*)`, ',1)', 180)})`,
  'nothing but brackets': '('.repeat(9_990),
  'nested wsh': deep('wsh(', 'a', ')', 190),
  'a long base58 word': `wpkh(${'1'.repeat(9_900)})`,
  'a wrong checksum': `${'a'.repeat(9_980)}#qqqqqqqq`,
  'nearly a recovery phrase': 'abcdefgh,abcdefgh abcdefgh\tab '.repeat(500),
  'nearly many private keys': `x${'Xprv'.repeat(2_490)}`,
  'only white space': `a${' '.repeat(15_000)}b`,
};

/** Texts on which an inefficient parser or regular expression spends much time. */
export const SLOW_TO_PARSE_TEXTS: Readonly<Record<string, string>> = {
  letters: 'x'.repeat(16_000),
  spaces: `x${' '.repeat(16_000)}x`,
  percents: '%_'.repeat(8_000),
  backslashes: '\\'.repeat(8_000),
  digits: '9'.repeat(16_000),
  hex: 'ab'.repeat(8_000),
  'base58 of one digit': '1'.repeat(16_000),
  bech32: `bc1${'q'.repeat(16_000)}`,
  'an at sign far away': `${'a'.repeat(8_000)}@${'a.'.repeat(4_000)}`,
  'a host of many labels': `https://${'a.'.repeat(1_000)}example/`,
  'a host of punycode': `https://${'xn--a.'.repeat(330)}example/`,
  'a host of many scripts': `https://${'ü界и.'.repeat(300)}example/`,
  'slashes and dots': `https://a.example/${'../'.repeat(650)}`,
  surrogates: '\u{1f600}'.repeat(4_000),
  'combining marks': `a${'\u0301'.repeat(8_000)}`,
  'a ligature that grows': '\ufdfa'.repeat(5_000),
};

const list = (text: string) => Array.from({ length: 190 }, () => text.slice(0, 80));
const json = (fields: object) => JSON.stringify(fields).slice(0, 16_384);

export const SLOW_TO_PARSE_BODIES: Readonly<Record<string, string>> = {
  'thousands of short names': `{${Array.from({ length: 1_500 }, (_, n) => `"k${n}":1`).join()}}`,
  'a thousand names of one letter more each': `{${Array.from({ length: 170 }, (_, n) => `"${'a'.repeat(n)}":1`).join()}}`,
  'one long name': `{"${'a'.repeat(16_300)}":1}`,
  'two long names': `{"${'a'.repeat(8_100)}":1,"${'b'.repeat(8_100)}":1}`,
  'long names': `{${Array.from({ length: 60 }, (_, n) => `"${`${n}`.padEnd(260, 'webhook_url')}":1`).join()}}`,
  'deep arrays': deep('[', '', ']', 8_000),
  'deep objects': `{"reference":${deep('{"a":', '1', '}', 2_000)}}`,
  'a deep field': `{"amount_sats":${deep('[', '', ']', 8_000)}}`,
  'many strings': `{"reference":[${'"a",'.repeat(4_000)}1]}`,
  escapes: `{"reference":"${'\\u0061'.repeat(2_700)}"}`,
  'a long number': `{"amount_sats":${'9'.repeat(16_300)}}`,
  'a long fraction': `{"amount_sats":0.${'1'.repeat(16_300)}}`,
  'the largest metadata': json({
    amount_sats: 1,
    metadata: Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`${n}`, 'a b '.repeat(49)])),
  }),
  'metadata of many names': `{"metadata":{${Array.from({ length: 1_500 }, (_, n) => `"k${n}":"1"`).join()}}}`,
  'repeated names': `{${'"a":1,'.repeat(2_700)}"a":1}`,
  quotes: `"${'\\"'.repeat(8_000)}"`,
};

const query = (fields: Readonly<Record<string, string>>) => `?${new URLSearchParams(fields)}`;

const CENTURIES = { from: '0', to: '253402300798' };

export const SLOW_QUERY_STRINGS: Readonly<Record<string, string>> = {
  'thousands of parameters': `?${'a=1&'.repeat(4_000)}`,
  'thousands of names': `?${Array.from({ length: 4_000 }, (_, n) => n.toString(36)).join('&')}`,
  'one long name': `?${'a'.repeat(16_000)}=1`,
  'a range of centuries': query(CENTURIES),
  'the last page': query({ page: '1000000', limit: '100', ...CENTURIES }),
  'a great offset': query({ offset: '9007199254740991', limit: '100' }),
  'every status many times': `?status=${'pending,'.repeat(1_900)}pending`,
  ...Object.fromEntries(
    Object.entries(SLOW_TO_PARSE_TEXTS).flatMap(([name, text]) => [
      [`a search for ${name}`, query({ q: text.slice(0, 255) })],
      [`a long search for ${name}`, query({ q: text }).slice(0, 16_000)],
    ]),
  ),
};

export const SLOW_KEY_SETTINGS: Readonly<Record<string, Record<string, unknown>>> =
  Object.fromEntries(
    Object.entries(SLOW_TO_PARSE_TEXTS).map(([name, text]) => [
      name,
      {
        name: text.slice(0, 1_000),
        allowed_ips: list(text),
        embed_origins: list(`https://${text}`),
      },
    ]),
  );

export interface SlowRequest {
  readonly name: string;
  readonly request: TestRequest;
}

export function putTextsInField(
  request: TestRequest,
  field: string,
  texts: Readonly<Record<string, string>>,
): SlowRequest[] {
  return Object.entries(texts).map(([name, text]) => ({
    name: `${request.path} ${field}: ${name}`,
    request: { ...request, body: json({ ...(request.body as object), [field]: text }) },
  }));
}
