import { describe, expect, test } from 'vitest';
import vectors from '@/test/vectors/webhooks/addresses.json';
import { classifyAddress } from './address-class';

describe.each(Object.entries(vectors.notPublic))('%s', (_registry, classes) => {
  const rows = Object.entries(classes).flatMap(([name, addresses]) =>
    addresses.map((address) => ({ address, name })),
  );

  test.each(rows)('$address is a $name address', ({ address, name }) => {
    expect(classifyAddress(address)?.notPublic).toBe(name);
  });
});

test.each(vectors.public)('%s belongs to the public internet', (address) => {
  expect(classifyAddress(address)).toEqual({
    address,
    family: address.includes(':') ? 6 : 4,
    notPublic: undefined,
  });
});

test.each(['', 'shop.example.com', '1.2.3.4.5', '256.1.1.1', 'fe80::1%eth0', '2606:4700::1%1'])(
  '"%s" is not an IP address',
  (text) => {
    expect(classifyAddress(text)).toBeUndefined();
  },
);
