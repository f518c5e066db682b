import { HDKey } from '@scure/bip32';
import { expect, it } from 'vitest';
import { childPublicKeys, deriveDescendant, type ParentKey } from './child-keys';

function keyOf({ publicKey, chainCode }: HDKey): ParentKey {
  if (!publicKey || !chainCode) throw new Error('a key without a public part');
  return { publicKey, chainCode };
}

it('a key many derivation steps below its parent equals the key that BIP 32 defines', () => {
  const master = HDKey.fromMasterSeed(new Uint8Array(32).fill(9)).wipePrivateData();
  const steps = [0, 1, 2 ** 31 - 1, 7];
  const expected = steps.reduce((node, step) => node.deriveChild(step), master);
  expect(Buffer.from(deriveDescendant(keyOf(master), steps).publicKey).toString('hex')).toBe(
    Buffer.from(keyOf(expected).publicKey).toString('hex'),
  );
});

it('child keys of random parents at random indexes equal the keys that BIP 32 defines', () => {
  for (let n = 0; n < 20; n += 1) {
    const seed = new Uint8Array(32).fill(n + 1);
    const account = HDKey.fromMasterSeed(seed).derive("m/84'/0'/0'");
    const parent = HDKey.fromExtendedKey(account.publicExtendedKey).deriveChild(0);
    const child = childPublicKeys(keyOf(parent));
    for (const index of [0, 1, 2 ** 16 + n, 2 ** 31 - 1]) {
      expect(child(index)).toEqual(parent.deriveChild(index).publicKey);
    }
  }
});

it('the child key published in test vector 2 of BIP 32 is derived from its parent', () => {
  // These are the keys of the chains m and m/0 in the vector. The step between them is unhardened.
  const master = HDKey.fromExtendedKey(
    'xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB',
  );
  const published = HDKey.fromExtendedKey(
    'xpub69H7F5d8KSRgmmdJg2KhpAK8SR3DjMwAdkxj3ZuxV27CprR9LgpeyGmXUbC6wb7ERfvrnKZjXoUmmDznezpbZb7ap6r1D3tgFxHmwMkQTPH',
  );
  expect(childPublicKeys(keyOf(master))(0)).toEqual(published.publicKey);
});
