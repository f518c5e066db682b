import { inflateRawSync } from 'node:zlib';
import { base32nopad, hex } from '@scure/base';
import type { WalletCandidate } from './candidate';
import { damagedFramesError, incompleteFramesError, noWalletError } from './refusals';

const UR = /^ur:[a-z0-9-]+\//i;
const BBQR = /^B\$[HZ2][A-Z][0-9A-Z]{4}/;
/** A part in Specter's format, `p1of3 …`. */
const NUMBERED = /^p(\d{1,3})of(\d{1,3})\s(.*)$/s;
const MAX_FRAMES = 1_000;
const MAX_INFLATED_BYTES = 1_000_000;

/** Whether a text has the contents of scanned QR codes, one code per line. */
export function isQrFrameText(text: string): boolean {
  const [first = ''] = text.split('\n');
  return UR.test(first) || BBQR.test(first) || NUMBERED.test(first);
}

/**
 * Joins the contents of QR codes, in any order, to a text or to the wallets of a binary format.
 *
 * @throws DescriptorError `incomplete_frames` while codes are missing
 */
export async function joinQrFrames(text: string): Promise<string | WalletCandidate[]> {
  const frames = [...new Set(text.split('\n').map((line) => line.trim()))].filter(Boolean);
  if (frames.length > MAX_FRAMES) throw damagedFramesError();
  const [first = ''] = frames;
  if (BBQR.test(first)) return joinBbqr(frames);
  if (NUMBERED.test(first)) return joinNumbered(frames);
  // Few files are URs, so the library is loaded only for them.
  const { joinUr } = await import('./ur');
  return joinUr(frames);
}

/**
 * The header of each BBQr code has an encoding, a file type, and two numbers of two base-36 digits:
 * the number of parts and the part's index.
 */
function joinBbqr(frames: readonly string[]): string {
  const [head = ''] = frames;
  const total = Number.parseInt(head.slice(4, 6), 36);
  const same = frames.filter((frame) => frame.slice(0, 6) === head.slice(0, 6) && BBQR.test(frame));
  if (same.length !== frames.length) throw damagedFramesError();
  const parts = new Map(
    same.map((frame) => [Number.parseInt(frame.slice(6, 8), 36), frame.slice(8)]),
  );
  const body = inOrder(parts, total, 0);
  const [, , encoding, type] = head;
  if (type === 'P' || type === 'T') throw noWalletError('a transaction');
  if (type !== 'J' && type !== 'U') throw noWalletError('a program or other data');
  return new TextDecoder().decode(decoded(encoding, body));
}

function decoded(encoding: string | undefined, parts: readonly string[]): Uint8Array {
  try {
    // No part ends in the middle of a byte, so each can be decoded separately.
    const bytes = Buffer.concat(
      parts.map((part) =>
        encoding === 'H' ? hex.decode(part.toLowerCase()) : base32nopad.decode(part),
      ),
    );
    return encoding === 'Z'
      ? inflateRawSync(bytes, { maxOutputLength: MAX_INFLATED_BYTES })
      : bytes;
  } catch {
    throw damagedFramesError();
  }
}

function joinNumbered(frames: readonly string[]): string {
  const parts = new Map<number, string>();
  let total = 0;
  for (const frame of frames) {
    const [, place, of, content] = NUMBERED.exec(frame) ?? [];
    if (content === undefined) throw damagedFramesError();
    parts.set(Number(place), content);
    total = Number(of);
  }
  return inOrder(parts, total, 1).join('');
}

function inOrder(parts: ReadonlyMap<number, string>, total: number, start: number): string[] {
  const body = Array.from({ length: Math.min(total, MAX_FRAMES) }, (_, place) =>
    parts.get(place + start),
  );
  const present = body.filter((part) => part !== undefined);
  if (body.length === 0 || present.length < body.length)
    throw incompleteFramesError(present.length, total);
  return present;
}
