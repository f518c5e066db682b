import { expect, test } from 'vitest';
import transactions from '@/test/vectors/bitcoin/transactions.json';
import { scriptToAddress } from './address';
import { isScriptWithAddress } from './is-script-with-address';

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'));
const [short, long] = ['ab'.repeat(20), 'cd'.repeat(32)];
const WITH = [`76a914${short}88ac`, `a914${short}87`, `0014${short}`, `0020${long}`, `5120${long}`];

test('hasAddress and scriptToAddress agree on which scripts have an address', () => {
  const real = transactions.flatMap(({ outputs }) => outputs.map(({ script }) => script));
  const near = WITH.flatMap((script) => [
    script.slice(2),
    `${script}00`,
    ...Array.from({ length: script.length / 2 }, (_, at) => {
      return `${script.slice(0, at * 2)}ff${script.slice(at * 2 + 2)}`;
    }),
  ]);
  for (const script of ['', '6a', `5220${long}`, `5220${short}`, ...WITH, ...real, ...near]) {
    expect(isScriptWithAddress(bytes(script)), script).toBe(
      scriptToAddress(script, 'mainnet') !== undefined,
    );
  }
});
