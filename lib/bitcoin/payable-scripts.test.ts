import { expect, test } from 'vitest';
import blocks from '@/test/vectors/bitcoin/blocks.json';
import { isScriptWithAddress } from './is-script-with-address';
import { type MatchedOutput, PayableScripts } from './payable-scripts';
import { type ScannedTransaction, scanBlock, scanTransaction } from './scan';

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'));
const hex = (data: Uint8Array) => Buffer.from(data).toString('hex');

const [short, long] = [
  (n: number) => `${n}`.padStart(40, '0'),
  (n: number) => `${n}`.padStart(64, '0'),
];

/** Returns a transaction with one output for each script. An output's amount shows its position. */
function paying(scripts: readonly string[]): ScannedTransaction {
  const sats = (n: number) => `${(n % 250).toString(16).padStart(2, '0')}${'00'.repeat(7)}`;
  const size = (script: string) => (script.length / 2).toString(16).padStart(2, '0');
  const outputs = scripts.map((script, n) => `${sats(n)}${size(script)}${script}`).join('');
  const input = `${'11'.repeat(32)}0000000000ffffffff`;
  return scanTransaction(
    bytes(`0200000001${input}${size(' '.repeat(2 * scripts.length))}${outputs}00000000`),
  );
}

const ofAllKinds = (n: number) => [
  `76a914${short(n)}88ac`,
  `6a14${short(n)}`,
  `a914${short(n)}87`,
  `0014${short(n)}`,
  `0014${short(n)}00`,
  `0020${long(n)}`,
  `5120${long(n)}`,
  `5220${long(n)}`,
  `0014${short(0)}`,
];

const scanned = [
  ...blocks.flatMap(({ raw }) => scanBlock(bytes(raw)).transactions),
  paying([]),
  ...Array.from({ length: 20 }, (_, n) => paying(ofAllKinds(n))),
];
const expected = scanned.flatMap((tx) =>
  tx.outputs.flatMap(({ vout, sats, script }) =>
    isScriptWithAddress(script) ? [{ tx, vout, sats, value: hex(script) }] : [],
  ),
);

/** Compares transactions by txid, because a comparison by value treats them all as equal. */
const byId = (outputs: readonly MatchedOutput<ScannedTransaction, string>[]) =>
  outputs.map(({ tx, ...rest }) => ({ ...rest, txid: tx.txid() }));

/** @param times how often the same transactions are added */
function gather(times = 1): PayableScripts<ScannedTransaction> {
  const scripts = new PayableScripts<ScannedTransaction>();
  for (let n = 0; n < times; n += 1) for (const tx of scanned) tx.addPayable(scripts);
  return scripts;
}

test('every output script that has an address is collected as hex, in the order of the outputs', () => {
  expect(expected.length).toBeGreaterThanOrEqual(20 * 6);
  expect(gather().count).toBe(expected.length);
  expect(gather().text()).toBe(expected.map(({ value }) => value).join());
});

test('no collected script is lost when the hex text grows beyond a million characters', () => {
  const times = Math.ceil(1_000_000 / gather().text().length);
  expect(gather(times).text()).toBe(Array(times).fill(gather().text()).join());
});

test('every output that has a given script is found, with the value that was given for the script', () => {
  const scripts = gather();
  for (const { value } of expected) {
    const found = new Map([
      [value, value],
      ['00', 'of nobody'],
    ]);
    const ofScript = expected.filter((one) => one.value === value);
    expect(byId(scripts.matching(found))).toEqual(byId(ofScript));
  }
  const all = new Map(expected.map(({ value }) => [value, value]));
  expect(byId(scripts.matching(all))).toEqual(byId(expected));
  expect(scripts.matching(new Map([['00', 'of nobody']]))).toEqual([]);
  expect(scripts.matching(new Map())).toEqual([]);
});

test('without outputs, the hex text of the collected scripts is empty', () => {
  expect(new PayableScripts().text()).toBe('');
  expect(new PayableScripts().count).toBe(0);
});
