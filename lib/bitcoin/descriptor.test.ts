import { hash } from 'node:crypto';
import { createBase58check } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { isNetwork, type Network } from '@/lib/domain/network';
import invalid from '@/test/vectors/bitcoin/descriptors-invalid.json';
import multipath from '@/test/vectors/bitcoin/multipath.json';
import privateKeys from '@/test/vectors/bitcoin/private-keys.json';
import receiveAddresses from '@/test/vectors/bitcoin/receive-addresses.json';
import scripts from '@/test/vectors/bitcoin/scripts.json';
import { walletFingerprint } from './derive';
import { DescriptorError, type ParseOptions, parseDescriptor } from './descriptor';
import { descriptorChecksum } from './descriptor-checksum';
import { parseExpression } from './descriptor-syntax';
import { ADDRESS_TYPES } from './extended-key';
import { parseKey } from './key-expression';
import { parseScript } from './script-kinds';

const XPUB =
  'xpub6BgBgsespWvERF3LHQu6CnqdvfEvtMcQjYrcRzx53QJjSxarj2afYWcLteoGVky7D3UKDP9QyrLprQ3VCECoY49yfdDEHGCtMMj92pReUsQ';
const OTHER =
  'xpub68NZiKmJWnxxS6aaHmn81bvJeTESw724CRDs6HbuccFQN9Ku14VQrADWgqbhhTHBaohPX4CjNLf9fq9MYo6oDaPPLPxSb7gwQN3ih19Zm4Y';
const POINT = '0260b2003c386519fc9eadf2b5cf124dd8eea4c4e68d5e154050a9346ea98ce600';

const base58check = createBase58check((bytes: Uint8Array) => hash('sha256', bytes, 'buffer'));

/** The same key with bytes of it overwritten. */
function patched(changes: Readonly<Record<number, string>>): string {
  const bytes = Buffer.from(base58check.decode(XPUB));
  for (const [offset, hex] of Object.entries(changes)) bytes.write(hex, Number(offset), 'hex');
  return base58check.encode(new Uint8Array(bytes));
}

function networkOf(name: string): Network {
  if (!isNetwork(name)) throw new Error('a vector names an unknown network');
  return name;
}

function refusal(text: string, network: Network = 'mainnet', options?: ParseOptions) {
  try {
    parseDescriptor(text, network, options);
  } catch (error) {
    if (!(error instanceof DescriptorError)) throw error;
    for (const word of text.match(/[0-9A-Za-z]{12,}/g) ?? []) {
      if (!/multi/.test(word)) expect(error.message).not.toContain(word);
    }
    expect(error.cause).toBeUndefined();
    return error.code;
  }
  throw new Error('it was accepted');
}

const canonical = (text: string, network: Network = 'mainnet') =>
  parseDescriptor(text, network).canonical;

describe('published vectors', () => {
  it.each(receiveAddresses)('$source: $kind receives on its addresses', (vector) => {
    const addressType = ADDRESS_TYPES.find((type) => type === vector.addressType);
    const parsed = parseDescriptor(vector.text, networkOf(vector.network), { addressType });
    expect(parsed.kind).toBe(vector.kind);
    expect(vector.addresses.map((_, index) => parsed.at(index).address)).toEqual(vector.addresses);
  });

  it.each(scripts)(
    '$source: $descriptor makes its scripts',
    ({ descriptor, scripts: expected }) => {
      const script = parseScript(parseExpression(descriptor), (word, context) =>
        parseKey(word, context, 'mainnet'),
      );
      expect(expected.map((_, index) => Buffer.from(script.at(index)).toString('hex'))).toEqual(
        expected,
      );
    },
  );

  it.each(invalid)('$source: refused, $why', ({ descriptor, code }) => {
    expect(refusal(descriptor)).toBe(code);
  });

  it.each(multipath)('$source: the first branch receives', ({ descriptor, receive }) => {
    expect(canonical(descriptor)).toBe(canonical(receive));
  });
});

describe('private keys', () => {
  it.each(privateKeys)('a private key is refused before anything else ($source)', ({ text }) => {
    expect(refusal(text)).toBe('private_key');
    expect(refusal(text, 'regtest')).toBe('private_key');
    expect(refusal(`  ${text}#wrongsum\n`)).toBe('private_key');
    expect(refusal(`wsh(multi(2,${XPUB}/0/*,${text}`)).toBe('private_key');
  });

  it('a private key under an unknown prefix, or stuck to other text, is still seen', () => {
    const secret = '0011'.padEnd(66, '22');
    expect(refusal(`wpkh(${patched({ 45: secret })}/0/*)`)).toBe('private_key');
    expect(refusal(patched({ 0: '019d9cfe', 45: secret }))).toBe('private_key');
    expect(refusal(`mykey${privateKeys[0]?.text}`)).toBe('private_key');
  });

  it('the refusal says that nothing was stored', () => {
    expect(() => parseDescriptor(privateKeys[0]?.text ?? '', 'mainnet')).toThrow(
      /private key.*Nothing was stored/,
    );
  });
});

describe('one wallet, one canonical form', () => {
  const plain = `wpkh([d34db33f/84h/0h/0h]${XPUB}/0/*)`;
  const expected = `${plain}#${descriptorChecksum(plain)}`;

  it.each([
    [
      'hardened steps written with an apostrophe',
      plain.replaceAll('h/', "'/").replace('0h]', "0']"),
    ],
    ['capitals in the fingerprint', plain.replace('d34db33f', 'D34DB33F')],
    ['its checksum', expected],
    ['spaces and line breaks around it', `\n\t ${expected}  \r\n`],
    ['both branches', plain.replace('/0/*', '/<0;1>/*')],
    ['the short form of both branches', plain.replace('/0/*', '/**')],
    ['leading zeros in a step', plain.replace('/0/*', '/00/*')],
    ['the key alone', `[d34db33f/84h/0h/0h]${XPUB}`],
    ['the key alone with its path', `[d34db33f/84'/0'/0']${XPUB}/0/*`],
    ['the key alone with both branches', `[d34db33f/84'/0'/0']${XPUB}/<0;1>/*`],
    ['the key alone as zpub', `[d34db33f/84h/0h/0h]${patched({ 0: '04b24746' })}`],
  ])('%s makes no difference', (_, text) => {
    expect(canonical(text)).toBe(expected);
  });

  it('what the canonical form says is read as the same again', () => {
    for (const text of [
      `sh(wsh(sortedmulti(2,${XPUB}/<0;1>/*,[d34db33f/48']${OTHER}/<0;1>/*,${POINT.toUpperCase()})))`,
      `tr(${XPUB}/**,{pk(${OTHER}/0/*),and_v(v:pk(${POINT}),older(00144))})`,
      `wsh(andor(pk(${XPUB}/0/*),sha256(${'AB'.repeat(32)}),and_v(v:pk(${OTHER}/0/*),after(7))))`,
    ]) {
      expect(canonical(canonical(text))).toBe(canonical(text));
    }
  });

  it('origin and the order of sorted keys do not change the fingerprint, another path does', () => {
    const of = (text: string) => walletFingerprint(parseDescriptor(text, 'mainnet'));
    expect(of(plain)).toBe(of(XPUB));
    expect(of(`wsh(sortedmulti(1,${XPUB}/0/*,${OTHER}/0/*))`)).toBe(
      of(`wsh(sortedmulti(1,${OTHER}/0/*,${XPUB}/0/*))`),
    );
    expect(of(plain)).not.toBe(of(plain.replace('/0/*', '/1/*')));
    expect(of(plain)).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('an extended key alone', () => {
  const kind = (text: string, options?: ParseOptions) =>
    parseDescriptor(text, 'mainnet', options).kind;

  it('an xpub that says nothing is native segwit, or what was chosen', () => {
    expect(kind(XPUB)).toBe('wpkh');
    for (const addressType of ADDRESS_TYPES) expect(kind(XPUB, { addressType })).toBe(addressType);
  });

  it('the purpose in the origin decides when nothing was chosen', () => {
    expect(kind(`[d34db33f/44'/0'/0']${XPUB}`)).toBe('pkh');
    expect(kind(`[d34db33f/49h/0h/0h]${XPUB}`)).toBe('sh(wpkh)');
    expect(kind(`[d34db33f/86'/0'/0']${XPUB}`)).toBe('tr');
    expect(kind(`[d34db33f/86'/0'/0']${XPUB}`, { addressType: 'pkh' })).toBe('pkh');
  });

  it.each([
    ['ypub', '049d7cb2', 'mainnet', 'sh(wpkh)'],
    ['zpub', '04b24746', 'mainnet', 'wpkh'],
    ['upub', '044a5262', 'signet', 'sh(wpkh)'],
    ['vpub', '045f1cf6', 'testnet4', 'wpkh'],
    ['tpub', '043587cf', 'regtest', 'wpkh'],
  ] as const)('%s is read, and refused on the wrong network', (prefix, version, network, type) => {
    const key = patched({ 0: version });
    expect(key.startsWith(prefix)).toBe(true);
    expect(parseDescriptor(key, network).kind).toBe(type);
    expect(refusal(key, network === 'mainnet' ? 'testnet' : 'mainnet')).toBe('wrong_network');
  });

  it.each(['0295b43f', '02aa7ed3'])('a multisig account key (%s) is refused', (version) => {
    expect(refusal(patched({ 0: version }))).toBe('multisig_account_key');
  });

  it.each(['024289ef', '02575483'])('a multisig account key (%s) is refused', (version) => {
    expect(refusal(patched({ 0: version }), 'testnet')).toBe('multisig_account_key');
  });

  it('a zpub inside a descriptor is refused, as in a node', () => {
    expect(refusal(`wpkh(${patched({ 0: '04b24746' })}/0/*)`)).toBe('bad_key');
  });

  it.each([
    ['a wrong character', XPUB.replace('UsQ', 'UsR')],
    ['a missing character', XPUB.slice(0, -1)],
    ['another currency', patched({ 0: '019da462' })],
    ['a point that is not on the curve', patched({ 45: `02${'00'.repeat(31)}05` })],
    ['a key that is neither even nor odd', patched({ 45: '05' })],
    ['a master key that names a parent', patched({ 4: '00' })],
    ['no key at all', 'hello'],
    ['an address', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'],
    ['a very long word', 'z'.repeat(9_000)],
  ])('%s is refused', (_, text) => {
    expect(refusal(text)).toBe('bad_key');
  });
});

describe('what cannot receive', () => {
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
  ])('%s: %s', (code, text) => {
    expect(refusal(text)).toBe(code);
  });

  it.each([-1, 0.5, 2 ** 31, Number.NaN])('there is no address at index %d', (index) => {
    expect(() => parseDescriptor(XPUB, 'mainnet').at(index)).toThrow(RangeError);
  });

  it('the last index there is has an address', () => {
    expect(parseDescriptor(XPUB, 'mainnet').at(2 ** 31 - 1).address).toMatch(/^bc1q/);
  });
});
