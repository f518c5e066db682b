import { describe, expect, it } from 'vitest';
import vectors from '@/test/vectors/bitcoin/descriptor-checksums.json';
import { descriptorChecksum, removeChecksum } from './descriptor-checksum';
import { DescriptorError } from './descriptor-error';

describe(`descriptor checksums (${vectors.source})`, () => {
  it.each(vectors.valid)('the checksum in %s is computed and verified', (text) => {
    const [body = '', checksum] = text.split('#');
    expect(descriptorChecksum(body)).toBe(checksum);
    expect(removeChecksum(text)).toBe(body);
  });

  it('a descriptor without a checksum is accepted', () => {
    expect(removeChecksum('raw(deadbeef)')).toBe('raw(deadbeef)');
  });

  it.each(vectors.invalid)('a descriptor is rejected because of its checksum: $why', ({ text }) => {
    expect(() => removeChecksum(text)).toThrow(DescriptorError);
  });

  it('the checksum of a descriptor detects every error in a single character', () => {
    const text = vectors.valid[0] ?? '';
    for (let place = 0; place < text.length; place++) {
      const wrong = text[place] === 'q' ? 'p' : 'q';
      const spoiled = text.slice(0, place) + wrong + text.slice(place + 1);
      if (spoiled.includes('#')) expect(() => removeChecksum(spoiled)).toThrow(DescriptorError);
    }
  });
});
