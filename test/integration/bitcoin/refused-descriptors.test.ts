import { HDKey } from '@scure/bip32';
import { describe, expect, it } from 'vitest';
import { parseDescriptor } from '@/lib/bitcoin/descriptor';
import { startBitcoind } from '@/test/support/bitcoind';
import { nodeAccepts, parseIfAccepted } from '@/test/support/node-descriptors';
import { openForTestFile } from '@/test/support/open-for-test-file';
import invalid from '@/test/vectors/bitcoin/descriptors-invalid.json';

const mainnet = await openForTestFile(startBitcoind({ chain: 'main', blocks: 0 }));

describe('rejected descriptors', () => {
  const XPUB =
    'xpub6BgBgsespWvERF3LHQu6CnqdvfEvtMcQjYrcRzx53QJjSxarj2afYWcLteoGVky7D3UKDP9QyrLprQ3VCECoY49yfdDEHGCtMMj92pReUsQ';
  const ZPUB =
    'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
  const POINT = '0260b2003c386519fc9eadf2b5cf124dd8eea4c4e68d5e154050a9346ea98ce600';

  const keyList = (count: number) =>
    Array.from({ length: count }, (_, i) => `${XPUB}/2/${i}`).join(',');
  /** A script tree that leans to one side, with a key in every leaf. */
  const deepTree = (depth: number) =>
    `tr(${XPUB}/0/*,${`{pk(${POINT.slice(2)}),`.repeat(depth)}pk(${POINT.slice(2)})${'}'.repeat(depth)})`;
  const and = (count: number): string =>
    count === 0
      ? `pk(${XPUB}/0/*)`
      : `and_v(v:sha256(${count.toString(16).padStart(64, '0')}),${and(count - 1)})`;
  const or = (count: number): string =>
    count === 0
      ? `pk(${XPUB}/0/*)`
      : `and_v(v:hash160(${count.toString(16).padStart(40, '0')}),${or(count - 1)})`;

  const pkhs = (count: number) =>
    Array.from({ length: count }, (_, i) => `,a:pkh(${XPUB}/3/${i})`).join('');
  const multis = (count: number, rest: string): string =>
    count === 0
      ? rest
      : `and_v(v:multi(1,${Array.from({ length: 20 }, (_, i) => rawKey(count * 20 + i)).join(',')}),${multis(count - 1, rest)})`;
  const rawKey = (i: number) =>
    Buffer.from(HDKey.fromMasterSeed(new Uint8Array(16).fill(i)).publicKey ?? []).toString('hex');

  it.each(invalid)(
    'the node also rejects a descriptor that we reject: $source, $why',
    async ({ descriptor }) => {
      expect(await nodeAccepts(mainnet, descriptor)).toBe(false);
      expect(parseIfAccepted(descriptor, 'mainnet')).toBeUndefined();
    },
  );

  it.each([
    ['two wildcards', `wpkh(${XPUB}/*/*)`],
    ['a step after the wildcard', `wpkh(${XPUB}/*/0)`],
    ['a key of another network', `wpkh(${XPUB.replace('xpub', 'tpub')}/0/*)`],
    ['a SLIP-132 key inside', `wpkh(${ZPUB}/0/*)`],
    ['an uncompressed form of a compressed key', `sh(multi(1,${XPUB}/0/*,04${POINT.slice(2)}))`],
    ['a hybrid key', `sh(multi(1,${XPUB}/0/*,06${POINT.slice(2).repeat(2)}))`],
    ['a point off the curve', `tr(${'00'.repeat(31)}05,pk(${XPUB}/0/*))`],
    ['a wrong checksum', `wpkh(${XPUB}/0/*)#00000000`],
    ['a branch twice', `wpkh(${XPUB}/<0;0>/*)`],
    ['more than 20 keys', `wsh(multi(1,${`${POINT},`.repeat(20)}${XPUB}/0/*))`],
    ['a malleable script', `wsh(or_i(pk(${XPUB}/0/*),older(10)))`],
    ['a script that needs no signature', `wsh(older(10))`],
    ['the same key twice', `wsh(and_v(v:pk(${XPUB}/0/*),pk(${XPUB}/0/*)))`],
    ['mixed time locks', `wsh(and_v(v:pk(${XPUB}/0/*),and_v(v:older(10),older(4194305))))`],
    ['a lock of zero', `wsh(and_v(v:pk(${XPUB}/0/*),older(0)))`],
    ['a lock beyond its range', `wsh(and_v(v:pk(${XPUB}/0/*),after(2147483648)))`],
    ['a hash of the wrong length', `wsh(and_v(v:pk(${XPUB}/0/*),sha256(${'00'.repeat(20)})))`],
    ['multi_a outside taproot', `wsh(multi_a(1,${XPUB}/0/*))`],
    ['sortedmulti deeper in a script', `wsh(and_v(v:pk(${XPUB}/1/*),sortedmulti(1,${XPUB}/0/*)))`],
    ['multi under taproot', `tr(${POINT.slice(2)},multi(1,${XPUB}/0/*))`],
    ['a tree with one branch', `tr(${POINT.slice(2)},{pk(${XPUB}/0/*)})`],
    ['miniscript in sh', `sh(and_v(v:pk(${XPUB}/0/*),older(10)))`],
    ['a tree of 129 levels', deepTree(129)],
    ['a threshold of 0', `wsh(thresh(0,pk(${XPUB}/0/*),s:pk(${XPUB}/1/*)))`],
    ['a threshold above the number', `wsh(thresh(3,pk(${XPUB}/0/*),s:pk(${XPUB}/1/*)))`],
    ['multi above the number', `wsh(and_v(v:pk(${XPUB}/0/*),multi(2,${XPUB}/1/*)))`],
    ['multi without keys', `wsh(and_v(v:pk(${XPUB}/0/*),multi(0,${XPUB}/1/*)))`],
    ['multi of 21', `wsh(and_v(v:pk(${XPUB}/0/*),multi(1,${keyList(21)})))`],
    ['multi_a above the number', `tr(${XPUB}/0/*,multi_a(2,${XPUB}/1/*))`],
    ['multi_a without keys', `tr(${XPUB}/0/*,multi_a(0,${XPUB}/1/*))`],
    ['sortedmulti_a above the number', `tr(${XPUB}/0/*,sortedmulti_a(2,${XPUB}/1/*))`],
    ['a script that could never be spent', `wsh(and_v(v:pk(${XPUB}/0/*),0))`],
    ['a leaf that could never be spent', `tr(${XPUB}/0/*,{pk(${XPUB}/1/*),0})`],
    [
      'a wrapper around too much',
      `wsh(and_b(pk(${XPUB}/0/*),s:and_b(older(9),a:pk(${XPUB}/1/*))))`,
    ],
    ['a colon without a wrapper', `wsh(:pk(${XPUB}/0/*))`],
    ['more than 100 items in the witness', `wsh(thresh(1,pkh(${XPUB}/0/*)${pkhs(60)}))`],
    ['more than 201 operations, counting keys', `wsh(${multis(4, or(30))})`],
    ['a script of more than 3,600 bytes', `wsh(${and(110)})`],
    ['more than 201 operations', `wsh(${or(60)})`],
  ])('the node also rejects the descriptor that we reject: %s', async (_, text) => {
    expect(await nodeAccepts(mainnet, text)).toBe(false);
    expect(parseIfAccepted(text, 'mainnet')).toBeUndefined();
  });

  it.each([
    [
      'a private key',
      `wpkh(xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi/0/*)`,
    ],
    ['a hardened step after the key', `wpkh(${XPUB}/0'/*)`],
    ['a space inside', `wsh(multi(1, ${XPUB}/0/*))`],
    ['a single address', `wpkh(${XPUB}/0/0)`],
    ['an address as a descriptor', 'addr(1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa)'],
    ['a text without an address', `pk(${XPUB}/0/*)`],
    ['several kinds of address in one', `combo(${XPUB}/0/*)`],
    ['a bare multisig', `multi(1,${XPUB}/0/*)`],
    ['pk and pkh in sh, which no wallet uses', `sh(pkh(${XPUB}/0/*))`],
    ['a taproot key without the tweak', `rawtr(${XPUB}/0/*)`],
  ])('a descriptor that the node accepts is rejected by us: %s', async (_, text) => {
    expect(await nodeAccepts(mainnet, text)).toBe(true);
    expect(parseIfAccepted(text, 'mainnet')).toBeUndefined();
  });

  it.each([
    ['a short form of both branches', `wpkh(${XPUB}/**)`],
    ['a key alone', XPUB],
    ['a SLIP-132 key alone', ZPUB],
    ['white space around the descriptor', `  wpkh(${XPUB}/0/*)\n`],
  ])('the node accepts the descriptor into which we expand the shorthand: %s', async (_, text) => {
    expect(await nodeAccepts(mainnet, text)).toBe(false);
    expect(await nodeAccepts(mainnet, parseDescriptor(text, 'mainnet').canonical)).toBe(true);
  });
});
