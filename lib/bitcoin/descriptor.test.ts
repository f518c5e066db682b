import { describe, expect, it } from 'vitest';
import type { Network } from '@/lib/domain/network';
import {
  descriptorErrorCode,
  OTHER_XPUB as OTHER,
  patchedXpub as patched,
  XPUB,
} from '@/test/support/descriptors';
import privateKeys from '@/test/vectors/bitcoin/private-keys.json';
import { parseDescriptor } from './descriptor';
import { descriptorChecksum } from './descriptor-checksum';
import { readDescriptor } from './wallet-facts';

const POINT = '0260b2003c386519fc9eadf2b5cf124dd8eea4c4e68d5e154050a9346ea98ce600';

const canonical = (text: string, network: Network = 'mainnet') =>
  parseDescriptor(text, network).canonical;

describe('private keys', () => {
  it.each(privateKeys)(
    'a private key is rejected even if the rest of the text is invalid ($source)',
    ({ text }) => {
      expect(descriptorErrorCode(text)).toBe('private_key');
      expect(descriptorErrorCode(text, 'regtest')).toBe('private_key');
      expect(descriptorErrorCode(`  ${text}#wrongsum\n`)).toBe('private_key');
      expect(descriptorErrorCode(`wsh(multi(2,${XPUB}/0/*,${text}`)).toBe('private_key');
    },
  );

  it('a private key with an unknown prefix, or inside other text, is still detected', () => {
    const secret = '0011'.padEnd(66, '22');
    expect(descriptorErrorCode(`wpkh(${patched({ 45: secret })}/0/*)`)).toBe('private_key');
    expect(descriptorErrorCode(patched({ 0: '019d9cfe', 45: secret }))).toBe('private_key');
    expect(descriptorErrorCode(`mykey${privateKeys[0]?.text}`)).toBe('private_key');
  });

  it('the error for a private key states that nothing was stored', () => {
    expect(() => parseDescriptor(privateKeys[0]?.text ?? '', 'mainnet')).toThrow(
      /private key.*Nothing was stored/,
    );
  });
});

describe('the canonical form of a wallet', () => {
  const plain = `wpkh([d34db33f/84h/0h/0h]${XPUB}/0/*)`;
  const expected = `${plain}#${descriptorChecksum(plain)}`;

  it.each([
    [
      'hardened steps written with an apostrophe',
      plain.replaceAll('h/', "'/").replace('0h]', "0']"),
    ],
    ['capitals in the fingerprint', plain.replace('d34db33f', 'D34DB33F')],
    ['its checksum', expected],
    ['white space around the descriptor', `\n\t ${expected}  \r\n`],
    ['both branches', plain.replace('/0/*', '/<0;1>/*')],
    ['the short form of both branches', plain.replace('/0/*', '/**')],
    ['leading zeros in a step', plain.replace('/0/*', '/00/*')],
    ['the key alone', `[d34db33f/84h/0h/0h]${XPUB}`],
    ['the key alone with its path', `[d34db33f/84'/0'/0']${XPUB}/0/*`],
    ['the key alone with both branches', `[d34db33f/84'/0'/0']${XPUB}/<0;1>/*`],
    ['the key alone as zpub', `[d34db33f/84h/0h/0h]${patched({ 0: '04b24746' })}`],
  ])(
    'the canonical form of a descriptor does not change if the descriptor is written with %s',
    (_, text) => {
      expect(canonical(text)).toBe(expected);
    },
  );

  it('the miniscripts c:pk_k and c:pk_h have the canonical forms pk and pkh', () => {
    const script = (a: string, b: string) =>
      canonical(`wsh(and_v(v${a}(${XPUB}/0/*),${b}(${OTHER}/0/*)))`);
    expect(script('c:pk_k', 'c:pk_h')).toBe(script(':pk', 'pkh'));
  });

  it('the canonical form of a descriptor is unchanged after it is parsed again', () => {
    for (const text of [
      `sh(wsh(sortedmulti(2,${XPUB}/<0;1>/*,[d34db33f/48']${OTHER}/<0;1>/*,${POINT.toUpperCase()})))`,
      `tr(${XPUB}/**,{pk(${OTHER}/0/*),and_v(v:pk(${POINT}),older(00144))})`,
      `wsh(andor(pk(${XPUB}/0/*),sha256(${'AB'.repeat(32)}),and_v(v:pk(${OTHER}/0/*),after(7))))`,
    ]) {
      expect(canonical(canonical(text))).toBe(canonical(text));
    }
  });

  it('a descriptor’s fingerprint depends on its paths, but not on key origins or on the key order in sortedmulti', async () => {
    const of = async (text: string) => {
      const read = await readDescriptor({ text, network: 'mainnet' });
      return read.kind === 'wallet' && read.facts.fingerprint;
    };
    expect(await of(plain)).toBe(await of(XPUB));
    expect(await of(`wsh(sortedmulti(1,${XPUB}/0/*,${OTHER}/0/*))`)).toBe(
      await of(`wsh(sortedmulti(1,${OTHER}/0/*,${XPUB}/0/*))`),
    );
    expect(await of(plain)).not.toBe(await of(plain.replace('/0/*', '/1/*')));
    expect(await of(plain)).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('descriptors that cannot receive', () => {
  it.each([
    ['not_ranged', `wpkh(${XPUB}/0/5)`],
    ['not_ranged', `wpkh(${XPUB})`],
    ['not_ranged', `wpkh(${POINT})`],
    ['not_ranged', `${XPUB}/0`],
    ['bad_path', `wpkh(${XPUB}/*/*)`],
    ['bad_path', `wpkh(${XPUB}/*/0)`],
    ['bad_path', `wpkh(${XPUB}/**/0)`],
    ['bad_path', `wpkh(${XPUB}/<0;1>/**)`],
    ['bad_path', `wpkh(${XPUB}/<0;0>/*)`],
    ['bad_path', `wpkh(${XPUB}//*)`],
    ['bad_path', `wpkh(${XPUB}/0/*/)`],
    ['bad_path', `wpkh(${XPUB}/-1/*)`],
    ['bad_path', `wpkh(${XPUB}${'/0'.repeat(300)}/*)`],
    ['hardened_path', `wpkh(${XPUB}/0'/*)`],
    ['hardened_path', `wpkh(${XPUB}/0/*h)`],
    ['hardened_path', `wpkh(${XPUB}/<0h;1h>/*)`],
    ['wrong_network', `wpkh(${patched({ 0: '043587cf' })}/0/*)`],
    ['bad_key', `wsh(multi(1,${XPUB}/0/*,${POINT}/0))`],
    ['bad_key', `wsh(multi(1,${XPUB}/0/*,06${POINT.slice(2)}))`],
    ['bad_key', `tr(${XPUB}/0/*,pk(${'00'.repeat(31)}05))`],
    ['bad_threshold', `wsh(multi(0,${XPUB}/0/*))`],
    ['bad_threshold', `wsh(multi(2,${XPUB}/0/*))`],
    ['bad_threshold', `wsh(multi(1,${`${POINT},`.repeat(20)}${XPUB}/0/*))`],
    ['bad_threshold', 'wsh(multi(1))'],
    ['unsupported_script', `pk(${XPUB}/0/*)`],
    ['unsupported_script', `combo(${XPUB}/0/*)`],
    ['unsupported_script', `multi(1,${XPUB}/0/*)`],
    ['unsupported_script', `rawtr(${XPUB}/0/*)`],
    ['unsupported_script', `wpkh(${XPUB}/0/*,${OTHER}/0/*)`],
    ['unsupported_script', 'addr(bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu)'],
    ['unsupported_script', 'raw(deadbeef)'],
    ['unsupported_script', `constructor(${XPUB}/0/*)`],
    ['unsupported_script', `wsh(constructor(${XPUB}/0/*))`],
    ['unsupported_script', `wsh(${XPUB}/0/*)`],
    ['unsupported_script', `wsh(or_b(pk(${XPUB}/0/*),pk(${OTHER}/0/*)))`],
    ['unsupported_script', `wsh(or_i(pk(${XPUB}/0/*),older(10)))`],
    ['unsupported_script', `wsh(and_v(v:pk(${XPUB}/0/*),older(x)))`],
    ['unsupported_script', `wsh(and_v(v:pk(${XPUB}/0/*),sha256(ab)))`],
    ['unsupported_script', `tr(${XPUB}/0/*,{pk(${OTHER}/0/*)})`],
    ['unsupported_script', `tr(${XPUB}/0/*,multi(1,${OTHER}/0/*))`],
    ['unsupported_script', `tr(${XPUB}/0/*,pk(${OTHER}/0/*),pk(${OTHER}/1/*))`],
    ['unsupported_script', `wsh(and_v(v:pk(${XPUB}/0/*),sha256(${'00'.repeat(20)})))`],
    ['unsupported_script', `wsh(and_v(v:pk(${XPUB}/0/*),0))`],
    ['unsupported_script', `wsh(and_b(pk(${XPUB}/0/*),s:and_b(older(9),a:pk(${OTHER}/0/*))))`],
    ['unsupported_script', `wsh(:pk(${XPUB}/0/*))`],
    ['unsupported_script', `wsh(x:pk(${XPUB}/0/*))`],
    ['malformed', `wpkh(${XPUB}/0/*`],
    ['malformed', `wpkh(${XPUB}/0/*))`],
    ['malformed', `wpkh(${XPUB}/0/*)x`],
    ['malformed', 'wpkh()'],
    ['malformed', `wpkh(${XPUB} /0/*)`],
    ['malformed', `wpkh(${XPUB}/0/*)é#00000000`],
    ['malformed', `${'{'.repeat(9_000)}`],
    ['malformed', `wpkh(${'a'.repeat(20_000)})`],
    ['malformed', '   '],
    ['bad_checksum', `wpkh(${XPUB}/0/*)#00000000`],
    ['bad_checksum', `wpkh(${XPUB}/0/*)#`],
  ])(
    'a descriptor that cannot be used for receiving is refused with the code %s: %s',
    (code, text) => {
      expect(descriptorErrorCode(text)).toBe(code);
    },
  );

  it.each([-1, 0.5, 2 ** 31, Number.NaN])(
    'a descriptor has no address at the invalid index %d',
    (index) => {
      expect(() => parseDescriptor(XPUB, 'mainnet').at(index)).toThrow(RangeError);
    },
  );

  it('a descriptor has an address at the largest valid index', () => {
    expect(parseDescriptor(XPUB, 'mainnet').at(2 ** 31 - 1).address).toMatch(/^bc1q/);
  });
});
