import { HDKey } from '@scure/bip32';
import { payments } from 'bitcoinjs-lib';
import { expect, test } from 'vitest';
import { DescriptorError } from '@/lib/bitcoin/descriptor-error';
import { toBip32Key } from '@/lib/bitcoin/extended-key';
import type { WalletCandidate } from '@/lib/bitcoin/wallet-files/candidate';
import { readWalletFile, type WalletFileResult } from '@/lib/bitcoin/wallet-files/read-wallet-file';
import { recognizeWalletFile } from '@/lib/bitcoin/wallet-files/recognize-wallet-file';
import { COSIGNERS, MULTISIG_PATHS, xpub } from '@/test/support/wallet-files/keys';
import type { SampleFile } from '@/test/support/wallet-files/sample-file';
import { SAMPLE_FILES } from '@/test/support/wallet-files/sample-files';

const FILES = Number(process.env.FUZZ_FILES ?? 5_000);
const SEED = Number(process.env.FUZZ_SEED ?? 1);

test(`each of ${FILES} mutated wallet files is rejected, or yields correct wallets of keys in the file`, async () => {
  const random = randomOf(SEED);
  const judged = new Map<string, Promise<unknown>>();
  let accepted = 0;
  for (let round = 0; round < FILES; round += 1) {
    const sample = SAMPLE_FILES[round % SAMPLE_FILES.length] as SampleFile;
    const { text, isSpliced } = mutated(sample.text, random);
    const file = await recognizeWalletFile(text).catch(refusal);
    if (!file) continue;
    accepted += 1;
    const own = isSpliced ? undefined : sample;
    // Most mutations do not change the wallets. Each set of wallets is checked only once.
    const id = JSON.stringify([file.candidates, own?.name]);
    const first = judged.get(id) ?? judge(text, file.candidates, own);
    judged.set(id, first);
    await first.catch((error: unknown) => {
      throw new Error(`seed ${SEED}, file ${round}, ${sample.name}:\n${text}`, { cause: error });
    });
  }
  expect(accepted).toBeGreaterThan(FILES / 20);
  expect(accepted).toBeLessThan(FILES);
}, 600_000);

function refusal(error: unknown): undefined {
  if (!(error instanceof DescriptorError)) throw error;
  expect(error.message.length).toBeGreaterThan(20);
}

/** @param sample the mutated file; undefined if the text also has a part of another file */
async function judge(text: string, candidates: readonly WalletCandidate[], sample?: SampleFile) {
  const read = await readWalletFile(text, 'mainnet');
  if (read.kind === 'refused') return;
  expect(read.wallets.length).toBeLessThanOrEqual(candidates.length);
  for (const { facts } of read.wallets) checkWallet(facts, text, sample);
  if (!sample?.isProven) return;
  for (const { facts } of read.wallets) expect(sample.addresses).toContain(facts.firstAddresses[0]);
}

function checkWallet(
  { canonical, kind, firstAddresses }: Facts,
  text: string,
  sample?: SampleFile,
): void {
  // The reader accepts a change descriptor only if it is pasted alone.
  const isAlone = !/\s/.test(text.trim());
  const isSeveral = sample !== undefined && new Set(text.match(KEYS)).size > 1;
  for (const [key] of canonical.matchAll(/xpub\w+/g)) {
    expect(KNOWN_KEYS).toContain(key);
    if (isSeveral && !kind.includes('multi')) expect(COSIGNER_KEYS).not.toContain(key);
  }
  if (!isAlone) expect(canonical).not.toMatch(/\/1\/\*/);
  const own = addressOf(canonical, kind);
  if (own !== undefined) expect(firstAddresses[0]).toBe(own);
}
type Facts = WalletFileResult['wallets'][number]['facts'];

const KEYS = /[xyzYZ]pub[1-9A-HJ-NP-Za-km-z]{107}/g;

/** No mutation creates another valid key, because Base58 has a checksum. */
const KNOWN_KEYS = new Set(
  SAMPLE_FILES.flatMap(({ text }) => text.match(KEYS) ?? []).map((key) => toBip32Key(key).text),
);

const COSIGNER_KEYS = new Set(
  COSIGNERS.flatMap((one) => MULTISIG_PATHS.map((path) => xpub(path, one))),
);

/** Derives the first address without the tested code; undefined for a script of no sample. */
function addressOf(canonical: string, kind: string): string | undefined {
  const found = canonical.matchAll(/(xpub\w+)((?:\/\d+)*)(\/\*)?/g);
  const keys = [...found].map(([, key = '', path = '', ranged]) => {
    const steps = path.split('/').slice(1).map(Number);
    const parent = steps.reduce((one, step) => one.deriveChild(step), HDKey.fromExtendedKey(key));
    const child = ranged ? parent.deriveChild(0) : parent;
    return child.publicKey ?? new Uint8Array();
  });
  const [pubkey = new Uint8Array()] = keys;
  const multi = () => {
    const m = Number(/multi\((\d+)/.exec(canonical)?.[1]);
    return payments.p2ms({ m, pubkeys: keys.toSorted(Buffer.compare) });
  };
  switch (kind) {
    case 'wpkh':
      return payments.p2wpkh({ pubkey }).address;
    case 'pkh':
      return payments.p2pkh({ pubkey }).address;
    case 'sh(wpkh)':
      return payments.p2sh({ redeem: payments.p2wpkh({ pubkey }) }).address;
    case 'wsh(sortedmulti)':
      return payments.p2wsh({ redeem: multi() }).address;
    case 'sh(wsh(sortedmulti))':
      return payments.p2sh({ redeem: payments.p2wsh({ redeem: multi() }) }).address;
    case 'sh(sortedmulti)':
      return payments.p2sh({ redeem: multi() }).address;
    default:
      return undefined;
  }
}

type Random = (below: number) => number;

/** A random number generator with a seed (mulberry32). */
function randomOf(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const WORDS = [
  '/1/*',
  '/0/*',
  '<1;0>',
  '<0;1>',
  '{0,1}',
  '0',
  '9',
  '#',
  '(',
  ')',
  ']',
  '{',
  '}',
  '"',
  ',',
  ':',
  '\n',
  '\0',
  'h',
  "'",
  'internal',
  'Policy: 1 of 3',
  'null',
  'true',
  '-1',
  '1e99',
  'B$ZU0100',
  'ur:bytes/1-2/',
  'p1of2 ',
  '\u2019',
  '\ufeff',
  'BSMS 1.0\n',
  'wpkh(',
  'tr(',
  'm/49h',
];

function mutated(text: string, random: Random): { text: string; isSpliced: boolean } {
  let result = text;
  let isSpliced = false;
  for (let left = 1 + random(3); left > 0; left -= 1) {
    const at = random(result.length + 1);
    const length = random(4) === 0 ? random(result.length + 1) : random(8);
    const word = WORDS[random(WORDS.length)] ?? '';
    const other = SAMPLE_FILES[random(SAMPLE_FILES.length)]?.text ?? '';
    const lines = result.split('\n');
    const change = random(9);
    if (change === 8) isSpliced = true;
    result =
      [
        () => result.slice(0, at) + result.slice(at + length),
        () => result.slice(0, at) + String.fromCharCode(32 + random(95)) + result.slice(at + 1),
        () => result.slice(0, at) + word + result.slice(at),
        () => result.slice(0, at) + word + result.slice(at + word.length),
        () => result.slice(0, at) + result.slice(at, at + length) + result.slice(at),
        () => result.slice(0, at),
        () => lines.toSpliced(random(lines.length), 1).join('\n'),
        () => lines.toSorted(() => random(3) - 1).join('\n'),
        () => result.slice(0, at) + other.slice(random(other.length)),
      ][change]?.() ?? result;
  }
  return { text: result, isSpliced };
}
