import { expect, test } from 'vitest';
import { dustSats, sendableSats } from './dust';

test.each([
  ['P2PKH', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 546],
  ['P2PKH', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 546],
  ['P2SH', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 540],
  ['P2SH', '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc', 540],
  ['P2WPKH', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 294],
  ['P2WPKH in capitals', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 294],
  ['P2WSH', 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry', 330],
  ['P2TR', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', 330],
  ['a pay-to-anchor', 'bc1pfeessrawgf', 240],
])('the dust limit of %s (%s) is %i sat', (_kind, address, sats) => {
  expect(dustSats(address)).toBe(sats);
});

test.each([
  [0, 0],
  [1, 294],
  [293, 294],
  [294, 294],
  [100_000, 100_000],
])(
  'if %i sat are missing from a payment to a P2WPKH address, the customer is asked for %i sat',
  (due, sats) => {
    expect(sendableSats(due, 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).toBe(sats);
  },
);
