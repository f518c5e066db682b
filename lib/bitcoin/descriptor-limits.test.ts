import { describe, expect, it } from 'vitest';
import { LARGE_DESCRIPTORS, TPUBS } from '@/test/fuzz/heavy';
import { descriptorErrorCode } from '@/test/support/descriptors';
import { parseDescriptor, readTemplate } from './descriptor';

const [TPUB = '', OTHER = ''] = TPUBS;

describe('a descriptor as large as a real wallet’s', () => {
  it.each(Object.entries(LARGE_DESCRIPTORS))(
    'a descriptor as large as a real wallet’s is accepted: %s',
    (_, text) => {
      expect(parseDescriptor(text, 'regtest').at(0).address).toMatch(/^bcrt1/);
    },
  );

  it('a descriptor whose recovery path can be used after a year is accepted', () => {
    const keys = (branch: string) => TPUBS.slice(0, 5).map((key) => `${key}/${branch}/*`);
    const [first, ...rest] = keys('<2;3>');
    const later = `thresh(2,pkh(${first}),${rest.map((key) => `a:pkh(${key})`).join()})`;
    const text = `wsh(or_i(and_v(v:${later},older(52560)),multi(3,${keys('<0;1>').join()})))`;
    expect(parseDescriptor(text, 'regtest').kind).toBe('wsh(miniscript)');
  });

  it('a descriptor with ten derivation steps after its key is accepted', () => {
    expect(parseDescriptor(`wpkh(${TPUB}${'/1'.repeat(9)}/*)`, 'regtest').kind).toBe('wpkh');
  });
});

describe('a descriptor beyond a limit is refused with an error that states the limit', () => {
  it.each([
    [
      'too_complex',
      '20 keys',
      `wsh(or_d(multi(1,${TPUBS.map((key) => `${key}/0/*`)}),pk(${OTHER}/1/*)))`,
    ],
    ['bad_path', '10 steps after a key', `wpkh(${TPUB}${'/1'.repeat(10)}/*)`],
    ['malformed', '10000 characters', `wpkh(${TPUB}${'/1'.repeat(5_000)}/*)`],
    [
      'too_complex',
      '200 functions, wrappers and arguments',
      `wsh(${'l'.repeat(200)}:pk(${TPUB}/0/*))`,
    ],
    [
      'too_complex',
      '50 levels of brackets',
      `tr(${TPUB}/0/*,${'{'.repeat(60)}1${',1}'.repeat(60)})`,
    ],
  ])(
    'a descriptor that exceeds a limit is refused with the code %s, and the error states the limit: %s',
    (code, rule, text) => {
      expect(descriptorErrorCode(text, 'regtest')).toBe(code);
      expect(() => parseDescriptor(text, 'regtest')).toThrow(`A descriptor has at most ${rule}.`);
    },
  );
});

const POINT = '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';

it.each(
  Object.entries({
    ...LARGE_DESCRIPTORS,
    pkh: `pkh(${TPUB}/*)`,
    'sh(wpkh)': `sh(wpkh([d34db33f/49h/1h/0h]${TPUB}/<0;1>/*))`,
    tr: `tr(${TPUB}/86/0/**)`,
    'keys of every form': `sh(sortedmulti(1,${TPUB}/0/*,${OTHER}/1,02${POINT}))`,
    'keys of every form in a script tree': `tr(${TPUB}/0/*,{pk(${OTHER}/7),and_v(v:pkh(${POINT}),older(9))})`,
    'a hash and a time': `wsh(andor(pk(${TPUB}/0/*),sha256(${'AB'.repeat(32)}),and_v(v:pk(${OTHER}/0/*),after(7))))`,
  }),
)('a stored template derives the same addresses as its descriptor: %s', (_, text) => {
  const parsed = parseDescriptor(text, 'regtest');
  const stored = readTemplate(parsed.template, 'regtest');
  for (const index of [0, 1, 2 ** 31 - 1]) expect(stored.at(index)).toEqual(parsed.at(index));
});
