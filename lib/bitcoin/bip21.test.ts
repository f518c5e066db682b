import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_SATS } from '@/lib/domain/sats';
import vectors from '@/test/vectors/bitcoin/payment-uris.json';
import { formatSatsAsBtc, paymentQrText, paymentUri } from './bip21';

const SEGWIT = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const BASE58 = '175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W';

describe('payment URIs', () => {
  it.each(vectors)(
    'a payment URI equals the published URI: $uri ($source)',
    ({ address, sats, label, message, uri }) => {
      expect(paymentUri(address, sats, { label, message })).toBe(uri);
    },
  );

  it.each([
    [1, '0.00000001'],
    [10, '0.0000001'],
    [12_345, '0.00012345'],
    [100_000_000, '1'],
    [123_456_789_000, '1234.56789'],
    [MAX_SATS, '21000000'],
    [0, '0'],
  ])('%d sats are written as %s bitcoin', (sats, text) => {
    expect(formatSatsAsBtc(sats)).toBe(text);
  });

  it('a bitcoin amount is written exactly, without an exponent or trailing zeros', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: MAX_SATS }), (sats) => {
        const text = formatSatsAsBtc(sats);
        expect(text).toMatch(/^(0|[1-9]\d*)(\.\d{0,7}[1-9])?$/);
        const [whole = '', fraction = ''] = text.split('.');
        expect(BigInt(whole + fraction.padEnd(8, '0'))).toBe(BigInt(sats));
      }),
    );
  });

  it.each([-1, 0.5, MAX_SATS + 1, Number.NaN])(
    '%d satoshis are rejected as an invalid amount',
    (sats) => {
      expect(() => formatSatsAsBtc(sats)).toThrow(RangeError);
    },
  );

  it('spaces, separators and non-Latin letters in a label are percent-encoded', () => {
    const uri = paymentUri(SEGWIT, 1, { label: 'Café & Söhne', message: 'a=b?c#d+e' });
    expect(uri).toBe(
      `bitcoin:${SEGWIT}?amount=0.00000001&label=Caf%C3%A9%20%26%20S%C3%B6hne&message=a%3Db%3Fc%23d%2Be`,
    );
  });

  it('a label with any characters is unchanged after it is written to a URI and parsed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (label) => {
        const query = paymentUri(SEGWIT, 1, { label }).split('label=')[1] ?? '';
        expect(decodeURIComponent(query)).toBe(label);
      }),
    );
  });

  it('an unpaired surrogate in a label does not break the URI', () => {
    expect(paymentUri(SEGWIT, 0, { label: 'a\ud800b' })).toBe(
      `bitcoin:${SEGWIT}?label=a%EF%BF%BDb`,
    );
  });

  it('the URI in a QR code has a lowercase scheme and an uppercase bech32 address', () => {
    expect(paymentQrText(SEGWIT, 2_030_000_000)).toBe(
      `bitcoin:${SEGWIT.toUpperCase()}?amount=20.3`,
    );
  });

  it('a QR code contains a base58 address unchanged', () => {
    expect(paymentQrText(BASE58, 1)).toBe(`bitcoin:${BASE58}?amount=0.00000001`);
  });
});
