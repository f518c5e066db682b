import { refusePrivateKeys } from '../private-key-guard';
import { readBsms } from './bsms';
import type { WalletCandidate } from './candidate';
import { findJson } from './find-json';
import { isQrFrameText, joinQrFrames } from './frames';
import { readJsonDescriptors, readJsonKeys } from './json-reader';
import { readCaravan, readElectrum, readSparrow, readWasabi } from './json-wallets';
import { readDescriptorLines, readKeyLines } from './lines';
import { readMultisigText } from './multisig-text';
import { brokenFileError, refuseUnusable, tooManyWalletsError, unknownFileError } from './refusals';

export interface WalletFile {
  /** As shown to the member. */
  readonly kind: string;
  readonly candidates: readonly WalletCandidate[];
}

interface Reader<T> {
  readonly kind: string;
  /** Returns undefined for a text of another kind. */
  readonly read: (value: T) => WalletCandidate[] | undefined;
}

/** The first reader that recognizes a text decides, so the most specific come first. */
const JSON_READERS: readonly Reader<unknown>[] = [
  { kind: 'Multisig JSON', read: readCaravan },
  { kind: 'Electrum wallet file', read: readElectrum },
  { kind: 'Sparrow wallet file', read: readSparrow },
  { kind: 'JSON with a public key', read: readWasabi },
  { kind: 'JSON with descriptors', read: readJsonDescriptors },
  { kind: 'JSON with public keys', read: readJsonKeys },
];

/**
 * JSON that is embedded in a text may be part of something larger, so only its descriptors count.
 */
const EMBEDDED_READERS = JSON_READERS.filter(({ read: readAs }) => readAs === readJsonDescriptors);

/** The most specific come first. */
const TEXT_READERS: readonly Reader<string>[] = [
  { kind: 'BIP 129 (BSMS) file', read: readBsms },
  { kind: 'Multisig file', read: readMultisigText },
  { kind: 'Descriptor', read: readDescriptorLines },
  { kind: 'Public key', read: readKeyLines },
];

/** In characters, enough for an Electrum file with a long history. */
export const MAX_FILE_LENGTH = 1_000_000;
/** In characters. A text that is not JSON has only a few keys and names. */
const MAX_TEXT_LENGTH = 100_000;
const MAX_CANDIDATES = 20;
/** A QR code may contain a file, which may contain another code. */
const MAX_NESTING = 3;

/**
 * Returns the wallets that a descriptor, a key, or a wallet's export may describe. The descriptor
 * parser decides later which of them are usable.
 *
 * @throws DescriptorError that says what an unusable text is and what to do instead
 */
export async function recognizeWalletFile(text: string, nesting = 0): Promise<WalletFile> {
  const isJson = /^[\s\ufeff]*[{[]/.test(text);
  const maxLength = isJson ? MAX_FILE_LENGTH : MAX_TEXT_LENGTH;
  if (text.length > maxLength || nesting > MAX_NESTING) throw unknownFileError();
  refusePrivateKeys(text);
  const cleaned = clean(text);
  refuseUnusable(cleaned);
  if (isQrFrameText(cleaned)) {
    const content = await joinQrFrames(cleaned);
    if (typeof content !== 'string') return limited({ kind: 'QR code', candidates: content });
    const inner = await recognizeWalletFile(content, nesting + 1);
    return { ...inner, kind: `QR code: ${inner.kind}` };
  }
  // A text without spaces goes to the descriptor parser, whose error messages are more specific.
  if (isWord(cleaned)) {
    const kind = cleaned.includes('(') ? 'Descriptor' : 'Public key';
    return { kind, candidates: [{ label: '', descriptor: olderMultipath(cleaned) }] };
  }
  return limited(read(cleaned));
}

function read(text: string): WalletFile {
  const json = findJson(text);
  if (json === 'broken') throw brokenFileError();
  const readers = json?.isFirst ? JSON_READERS : EMBEDDED_READERS;
  const found = json && firstOf(readers, json.value);
  const file = found ?? firstOf(TEXT_READERS, text);
  if (!file || file.candidates.length === 0) throw unknownFileError();
  return file;
}

function firstOf<T>(readers: readonly Reader<T>[], value: T): WalletFile | undefined {
  for (const { kind, read: readAs } of readers) {
    const candidates = readAs(value);
    if (candidates) return { kind, candidates };
  }
  return undefined;
}

function limited(file: WalletFile): WalletFile {
  const same = new Map(file.candidates.map((one) => [`${one.descriptor} ${one.addressType}`, one]));
  if (same.size <= MAX_CANDIDATES) return { ...file, candidates: [...same.values()] };
  throw tooManyWalletsError();
}

/** Mails, editors and phones insert or replace these characters. */
function clean(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[\u2018\u2019\u2032]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .replace(/[\u00a0\u202f]/g, ' ')
    .replace(/[\u200b-\u200d\u2060\ufeff]/g, '')
    .trim();
}

function isWord(text: string): boolean {
  return !/\s/.test(text) && !/^[{[]\s*["{[]/.test(text);
}

function olderMultipath(text: string): string {
  const spelled = text.replace(/\/\{(\d+),(\d+)\}/g, '/<$1;$2>');
  return spelled === text ? text : spelled.replace(/#.*$/, '');
}
