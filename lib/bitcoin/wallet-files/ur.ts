import { URDecoder } from '@ngraveio/bc-ur';
import { decode } from 'cbor2';
import { DescriptorError } from '../descriptor-error';
import { privateKeyError } from '../private-key-guard';
import { type WalletCandidate, walletCandidatesFromKey } from './candidate';
import { isChangeDescriptor } from './descriptor-text';
import {
  changeBranchOnlyError,
  damagedFramesError,
  incompleteFramesError,
  noWalletError,
  singleCosignerError,
} from './refusals';
import {
  descriptorFromUrOutput,
  formatHdKey,
  parseHdKey,
  removeUrTag,
  requireCborMap,
} from './ur-output';

const MAX_PARTS = 500;
const NAME = /^ur:([a-z0-9-]+)\/(?:(\d{1,9})-(\d{1,4})\/)?[a-z]+$/i;

/**
 * Joins the parts of a UR (BCR-2020-005) and returns its text, or the wallets in its CBOR.
 *
 * @throws DescriptorError `incomplete_frames` while parts are missing
 */
export function joinUr(frames: readonly string[]): string | WalletCandidate[] {
  const { type, cbor } = joined(frames);
  const read = KINDS[type.replace(/^crypto-/, '')];
  if (!read) throw noWalletError(`data of the type “${type}”`);
  const content = attempt(() => decode(cbor));
  const candidates = read(removeUrTag(content));
  if (typeof candidates === 'string') return candidates;
  const receiving = candidates.filter(({ descriptor }) => !isChangeDescriptor(descriptor));
  if (receiving.length > 0) return receiving;
  throw candidates.length > 0 ? changeBranchOnlyError() : singleCosignerError();
}

function joined(frames: readonly string[]): { readonly type: string; readonly cbor: Buffer } {
  const decoder = new URDecoder();
  let seen = 0;
  let total = 1;
  for (const frame of frames) {
    const [, , , count] = NAME.exec(frame) ?? [];
    if (!NAME.test(frame) || Number(count ?? 1) > MAX_PARTS) throw damagedFramesError();
    total = Number(count ?? 1);
    if (attempt(() => decoder.receivePart(frame))) seen += 1;
    if (decoder.isError()) throw damagedFramesError();
    if (decoder.isSuccess()) {
      const { type, cbor } = decoder.resultUR();
      return { type, cbor };
    }
  }
  if (seen === 0) throw damagedFramesError();
  throw incompleteFramesError(Math.min(seen, total - 1), total);
}

/** The CBOR library throws its own errors for damaged data. */
function attempt<T>(read: () => T): T {
  try {
    return read();
  } catch {
    throw damagedFramesError();
  }
}

const privateKey = (): never => {
  throw privateKeyError();
};
const transaction = (): never => {
  throw noWalletError('a transaction');
};

/** By UR type, without the prefix `crypto-` of the first version. */
const KINDS: Readonly<Record<string, (content: unknown) => string | WalletCandidate[]>> = {
  output: (content) => outputs([content]),
  'output-descriptor': (content) => outputs([content]),
  account: (content) => outputs(listOf(content)),
  'account-descriptor': (content) => outputs(listOf(content)),
  hdkey: (content) => keys([content]),
  'multi-accounts': (content) => keys(listOf(content)),
  bytes: textIn,
  psbt: transaction,
  seed: privateKey,
  bip39: privateKey,
  eckey: privateKey,
};

function listOf(content: unknown): readonly unknown[] {
  const list = requireCborMap(content).get(2);
  if (Array.isArray(list)) return list;
  throw damagedFramesError();
}

function outputs(list: readonly unknown[]): WalletCandidate[] {
  return list.flatMap((one) => {
    const printed = descriptorFromUrOutput(one);
    return printed === undefined ? [] : [{ label: printed.label, descriptor: printed.text }];
  });
}

function keys(list: readonly unknown[]): WalletCandidate[] {
  return list.flatMap((one) => {
    const key = parseHdKey(removeUrTag(one));
    if (key.children !== undefined) {
      return [{ label: key.name, descriptor: formatHdKey(key, '/0/*') }];
    }
    return walletCandidatesFromKey({ label: key.name, key: formatHdKey(key, '') });
  });
}

function textIn(content: unknown): string {
  if (!(content instanceof Uint8Array)) throw damagedFramesError();
  const text = new TextDecoder().decode(content);
  if (/^psbt/.test(text)) throw noWalletError('a transaction');
  if (text.startsWith('ur:'))
    throw new DescriptorError('unknown_file', 'A QR code inside a QR code.');
  return text;
}
