import { describe, expect, it } from 'vitest';
import { addressToScript } from '@/lib/bitcoin/address';
import { parseDescriptor } from '@/lib/bitcoin/descriptor';
import { descriptorChecksum } from '@/lib/bitcoin/descriptor-checksum';
import { startBitcoind } from '@/test/support/bitcoind';
import {
  deriveAddressesWithNode,
  getDescriptorRefusal,
  nodeAccepts,
  parseIfAccepted,
} from '@/test/support/node-descriptors';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { seededRandom } from '@/test/support/random';
import { createDescriptorGenerator } from '@/test/support/random-descriptors';
import { randomMiniscript } from '@/test/support/random-miniscript';

/** A fixed seed, so that a failure comes from the change under test. SEED sets another. */
const SEED = process.env.SEED ?? '2026';
const PER_KIND = 20;
const MUTATIONS = 600;
const MINISCRIPTS = 600;

const [regtest, mainnet] = await Promise.all([
  openForTestFile(startBitcoind({ blocks: 0 })),
  openForTestFile(startBitcoind({ chain: 'main', blocks: 0 })),
]);

const nodeOf = (network: 'regtest' | 'mainnet') => (network === 'regtest' ? regtest : mainnet);

describe.each(['regtest', 'mainnet'] as const)(`on %s, seed ${SEED}`, (network) => {
  const random = seededRandom(`${SEED} ${network}`);
  const source = createDescriptorGenerator(random, network);

  it.each(source.kinds)('%s derives the same addresses as the node', async (kind) => {
    const node = nodeOf(network);
    for (let n = 0; n < PER_KIND; n++) {
      const text = source.next(kind);
      const ours = parseDescriptor(text, network);
      const checked = `${text}#${descriptorChecksum(text)}`;
      const far = random.int(2, 0x7ffffffe);
      expect(ours.kind, text).toBe(kind);
      for (const [first, last] of [
        [0, 1],
        [far, far],
      ] as const) {
        const theirs = await deriveAddressesWithNode(node, checked, first, last);
        const derived = theirs.map((_, i) => ours.at(first + i));
        expect(
          derived.map(({ address }) => address),
          text,
        ).toEqual(theirs);
        expect(await deriveAddressesWithNode(node, ours.canonical, first, last), text).toEqual(
          theirs,
        );
        for (const { address, script } of derived) {
          const info = await node.rpc<{ scriptPubKey: string }>('validateaddress', address);
          expect(info.scriptPubKey).toBe(script);
          expect(addressToScript(address, network)).toBe(script);
        }
      }
    }
  });

  it('if we accept a mistyped descriptor, the node accepts the descriptor too and derives the same address', async () => {
    const node = nodeOf(network);
    for (let n = 0; n < MUTATIONS; n++) {
      const text = mutated(source.next(random.pick(source.kinds)));
      const ours = parseIfAccepted(text, network);
      if (!ours) continue;
      expect(await nodeAccepts(node, ours.canonical), text).toBe(true);
      const asWritten = text.trim().replaceAll('/**', '/<0;1>/*');
      const theirs = await deriveAddressesWithNode(
        node,
        `${asWritten}#${descriptorChecksum(asWritten)}`,
        7,
        7,
      );
      expect(theirs, text).toEqual([ours.at(7).address]);
    }
  });

  it('miniscripts that we accept are also sane and spendable for the node', async () => {
    const node = nodeOf(network);
    for (let n = 0; n < MINISCRIPTS; n++) {
      const taproot = random.chance(0.3);
      const script = randomMiniscript(random, source.key, taproot);
      const text = taproot ? `tr(${source.key()},${script})` : `wsh(${script})`;
      const ours = parseIfAccepted(text, network);
      if (!ours) continue;
      const refusal = await getDescriptorRefusal(node, text);
      // Bitcoin Core accepts OP_IF in taproot; only the reduced-data rules of Knots refuse it.
      if (refusal?.includes('reduced-data')) continue;
      expect(refusal, text).toBeUndefined();
      const theirs = await deriveAddressesWithNode(
        node,
        `${text}#${descriptorChecksum(text)}`,
        3,
        3,
      );
      expect(theirs, text).toEqual([ours.at(3).address]);
    }
  });

  /** Removes, doubles or changes one character, mostly outside the keys. */
  function mutated(text: string): string {
    const places = [...text.matchAll(/[xt]pub\w+|./g)].flatMap(({ index, 0: match }) =>
      match.length > 1 && random.chance(0.8) ? [] : [index + random.int(0, match.length - 1)],
    );
    const at = random.pick(places);
    const other = random.pick([..."0123456789()[]{},;<>*'/h:#abxk_"]);
    const middle = random.pick(['', text.charAt(at).repeat(2), other, other + text.charAt(at)]);
    return text.slice(0, at) + middle + text.slice(at + 1);
  }
});
