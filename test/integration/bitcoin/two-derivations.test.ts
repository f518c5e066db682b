import { expect, it } from 'vitest';
import { createIndependentDeriver } from '@/lib/bitcoin/create-independent-deriver';
import { MAX_CHILD_INDEX } from '@/lib/bitcoin/derivation-path';
import { parseDescriptor } from '@/lib/bitcoin/descriptor';
import { seededRandom } from '@/test/support/random';
import { createDescriptorGenerator } from '@/test/support/random-descriptors';

const NETWORK = 'mainnet';
const DESCRIPTORS = 10;
/** A large script gets fewer random indexes, because it takes a hundred times as long as a key. */
const indexesOf = (kind: string) => (/multi|script|tree/.test(kind) ? 25 : 200);

const random = seededRandom('two derivations');
const source = createDescriptorGenerator(random, NETWORK);

it.each(source.kinds)(
  'both address implementations give the same addresses for %s',
  async (kind) => {
    for (let n = 0; n < DESCRIPTORS; n += 1) {
      const { canonical, at } = parseDescriptor(source.next(kind), NETWORK);
      const indexes = [0, MAX_CHILD_INDEX, ...Array.from({ length: indexesOf(kind) }, anyIndex)];
      const addresses = indexes.map((index) => at(index).address);
      const second = await createIndependentDeriver(canonical, NETWORK);
      expect(await second(indexes), canonical).toEqual(addresses);
    }
  },
);

function anyIndex(): number {
  return random.int(0, MAX_CHILD_INDEX);
}
