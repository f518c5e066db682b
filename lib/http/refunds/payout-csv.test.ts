import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_SATS } from '@/lib/domain/sats';
import { electrumCsv, type PayoutRow, sparrowCsv } from './payout-csv';

const SEGWIT = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const BASE58 = '175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W';

/** Reads cells as Sparrow's CsvReader does: commas, double quotes, trimmed outside of quotes. */
function cellsOf(text: string): string[][] {
  const records: string[][] = [];
  let [record, cell, quoted, was]: [string[], string, boolean, boolean] = [[], '', false, false];
  const endCell = () => {
    record.push(was ? cell : cell.trim());
    [cell, was] = ['', false];
  };
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at);
    if (quoted && sign === '"' && text.charAt(at + 1) === '"') cell += text.charAt(at++);
    else if (sign === '"') [quoted, was] = [!quoted, true];
    else if (!quoted && sign === ',') endCell();
    else if (!quoted && /[\r\n]/.test(sign)) {
      endCell();
      if (record.length > 1 || record[0] !== '') records.push(record);
      record = [];
    } else cell += sign;
  }
  return records;
}

/** Reads a file as Sparrow's "Load CSV" does while its unit is sats (Long.parseLong). */
function readBySparrow(text: string): PayoutRow[] {
  return cellsOf(text).flatMap(([address = '', amount = '', label = '']) => {
    const digits = amount.replaceAll(',', '');
    return /^[-+]?\d+$/.test(digits) ? [{ address, sats: Number(digits), label }] : [];
  });
}

/** Reads the lines as Electrum's parse_address_and_amount does, with BTC as its base unit. */
function readByElectrum(text: string): { address: string; sats: bigint }[] {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [address = '', amount = '', ...more] = line.split(',');
      if (more.length > 0) throw new Error('expected two comma-separated values');
      const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d{1,8}))?$/.exec(amount.trim()) ?? [];
      return { address: address.trim(), sats: BigInt(whole + fraction.padEnd(8, '0')) };
    });
}

const anyRow = fc.record({
  address: fc.constantFrom(SEGWIT, BASE58),
  sats: fc.integer({ min: 1, max: MAX_SATS }),
  label: fc.oneof(fc.string(), fc.constantFrom('Order 4719', 'a "b", c', '=1+1', null)),
});

describe('files for wallets', () => {
  test('Sparrow reads every address, amount and plain label unchanged', () => {
    const rows = [
      { address: SEGWIT, sats: 72_115, label: 'Order 4719' },
      { address: BASE58, sats: 29, label: 'a "b" c' },
    ];
    expect(readBySparrow(sparrowCsv(rows))).toEqual(rows);
    fc.assert(
      fc.property(fc.array(anyRow), (some) => {
        const read = readBySparrow(sparrowCsv(some));
        const plain = ({ address, sats }: PayoutRow) => ({ address, sats });
        expect(read.map(plain)).toEqual(some.map(plain));
      }),
    );
  });

  test('a label cannot start a formula in a spreadsheet', () => {
    for (const label of ['=1+1', '+1', '-1', '@a', 'x;=1', 'a\n=cmd()']) {
      const [row] = readBySparrow(sparrowCsv([{ address: SEGWIT, sats: 1, label }]));
      expect(row?.label).not.toMatch(/(^|[;\n])[=+@-]/);
    }
  });

  test('Electrum reads every address and amount unchanged', () => {
    expect(electrumCsv([{ address: SEGWIT, sats: 72_115, label: 'x' }])).toBe(
      `${SEGWIT},0.00072115\n`,
    );
    fc.assert(
      fc.property(fc.array(anyRow), (some) => {
        const exact = some.map(({ address, sats }) => ({ address, sats: BigInt(sats) }));
        expect(readByElectrum(electrumCsv(some))).toEqual(exact);
      }),
    );
  });
});
