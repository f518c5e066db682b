import { describe, expect, it } from 'vitest';
import { isNetwork, type Network } from '@/lib/domain/network';
import { descriptorErrorCode } from '@/test/support/descriptors';
import invalid from '@/test/vectors/bitcoin/descriptors-invalid.json';
import multipath from '@/test/vectors/bitcoin/multipath.json';
import receiveAddresses from '@/test/vectors/bitcoin/receive-addresses.json';
import scripts from '@/test/vectors/bitcoin/scripts.json';
import { parseDescriptor } from './descriptor';
import { parseExpression } from './descriptor-syntax';
import { ADDRESS_TYPES } from './extended-key';
import { parseKey } from './key-expression';
import { parseScript } from './script-kinds';

function networkOf(name: string): Network {
  if (!isNetwork(name)) throw new Error('a vector names an unknown network');
  return name;
}

const canonical = (text: string) => parseDescriptor(text, 'mainnet').canonical;

describe('published vectors', () => {
  it.each(receiveAddresses)(
    'a descriptor of type $kind derives the published receive addresses: $source',
    (vector) => {
      const addressType = ADDRESS_TYPES.find((type) => type === vector.addressType);
      const parsed = parseDescriptor(vector.text, networkOf(vector.network), { addressType });
      expect(parsed.kind).toBe(vector.kind);
      expect(vector.addresses.map((_, index) => parsed.at(index).address)).toEqual(
        vector.addresses,
      );
    },
  );

  it.each(scripts)(
    'the descriptor $descriptor derives the published scripts: $source',
    ({ descriptor, scripts: expected }) => {
      const script = parseScript(parseExpression(descriptor), (word, context) =>
        parseKey(word, context, 'mainnet'),
      );
      expect(expected.map((_, index) => Buffer.from(script.at(index)).toString('hex'))).toEqual(
        expected,
      );
    },
  );

  it.each(invalid)('an invalid descriptor is rejected: $source, $why', ({ descriptor, code }) => {
    expect(descriptorErrorCode(descriptor)).toBe(code);
  });

  it.each(multipath)(
    'if a descriptor has several branches, only the first branch is used for receiving: $source',
    ({ descriptor, receive }) => {
      expect(canonical(descriptor)).toBe(canonical(receive));
    },
  );
});
