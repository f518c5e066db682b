import { describe, expect, it } from 'vitest';
import { digitGroups } from '@/lib/domain/format-sats';
import { groupsOfFour } from './address';
import { btcGroups } from './amount';

describe('thousands', () => {
  it.each([
    [0, ['0']],
    [999, ['999']],
    [1_000, ['1', '000']],
    [125_000, ['125', '000']],
    [2_100_000_000_000_000, ['2', '100', '000', '000', '000', '000']],
  ])('the digits of %i are grouped by thousands from the right', (sats, groups) => {
    expect(digitGroups(sats)).toEqual(groups);
  });
});

describe('btcGroups', () => {
  const shown = (sats: number) => btcGroups(sats).map((g) => [g.leading, g.digits]);

  it('bitcoin digits are grouped by three before the point, and as 2-3-3 after it', () => {
    expect(shown(125_000)).toEqual([
      ['0.00', ''],
      ['', '125'],
      ['', '000'],
    ]);
    expect(shown(1_000)).toEqual([
      ['0.00', ''],
      ['00', '1'],
      ['', '000'],
    ]);
    expect(shown(2_030_000_000)).toEqual([
      ['', '20.30'],
      ['', '000'],
      ['', '000'],
    ]);
    expect(shown(2_100_000_000_000_000)).toEqual([
      ['', '21'],
      ['', '000'],
      ['', '000.00'],
      ['', '000'],
      ['', '000'],
    ]);
  });

  it('the joined digit groups of an amount equal the plain number with 8 decimal places', () => {
    for (const sats of [0, 1, 99, 100_000_000, 123_456_789, 2_100_000_000_000_000]) {
      const text = btcGroups(sats)
        .map((g) => g.leading + g.digits)
        .join('');
      expect(text).toBe((BigInt(sats) / 100_000_000n).toString() + text.slice(text.indexOf('.')));
      expect(BigInt(text.replace('.', ''))).toBe(BigInt(sats));
      expect(text).toMatch(/^\d+\.\d{8}$/);
    }
  });
});

describe('fours', () => {
  it('splitting a text into groups of four keeps every character', () => {
    const address = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx';
    expect(groupsOfFour(address).join('')).toBe(address);
    expect(groupsOfFour(address).slice(0, 2)).toEqual(['tb1q', 'w508']);
  });
});
