import { HDKey } from '@scure/bip32';
import { expect, it } from 'vitest';
import { seededRandom } from '@/test/support/random';
import { randomDescriptors } from '@/test/support/random-descriptors';
import { parseDescriptor, readTemplate } from './descriptor';
import { BITCOIN_PARAMETERS } from './network';

const NETWORK = 'mainnet';
const EACH_KIND = 4;

/** The descriptor of one address, with raw keys that @scure/bip32 derived. */
function withRawKeys(descriptor: string, index: number): string {
  const { bip32 } = BITCOIN_PARAMETERS[NETWORK].params;
  const extended = /(xpub\w+)((?:\/[\d<>;]+)*)(\/\*)?/g;
  return descriptor
    .replace(/\[[^\]]*\]/g, '')
    .replace(extended, (_, text: string, path: string, ranged?: string) => {
      const steps = path
        .split('/')
        .slice(1)
        .map((step) => Number.parseInt(step.replace('<', ''), 10));
      const node = [...steps, ...(ranged ? [index] : [])].reduce(
        (key, step) => key.deriveChild(step),
        HDKey.fromExtendedKey(text, bip32),
      );
      return Buffer.from(node.publicKey ?? []).toString('hex');
    });
}

const random = seededRandom('two derivations');
const source = randomDescriptors(random, NETWORK);

it.each(source.kinds)('%s has the addresses that @scure/bip32 derives', (kind) => {
  for (let n = 0; n < EACH_KIND; n += 1) {
    const descriptor = source.next(kind);
    const wallet = parseDescriptor(descriptor, NETWORK);
    for (const index of [0, random.int(1, 0x7fffffff)]) {
      const other = readTemplate(withRawKeys(descriptor, index), NETWORK);
      expect(wallet.at(index), descriptor).toEqual(other.at(0));
    }
  }
});
