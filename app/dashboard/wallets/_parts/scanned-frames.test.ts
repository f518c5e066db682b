import { expect, test } from 'vitest';
import { bbqrParts, urParts } from '@/test/support/wallet-files/codes';
import { multisigDescriptor } from '@/test/support/wallet-files/keys';
import { addFrame, NO_FRAMES, scanProgress } from './scanned-frames';

const scan = (codes: readonly string[]) => codes.reduce(addFrame, NO_FRAMES);

test('a file that consists of a single QR code is complete after one scan', () => {
  expect(scanProgress(scan(['wpkh(xpub/0/*)']))).toBe('all');
  expect(scanProgress(NO_FRAMES)).toBe('some');
});

test('a file in several QR codes is complete only when each code was read; repeated codes do not count', () => {
  const parts = bbqrParts(multisigDescriptor(), 'U', 'H', 100).split('\n');
  const most = scan([...parts.slice(1), ...parts.slice(1)]);
  expect([scanProgress(most), most.frames.length, most.total]).toEqual([
    'some',
    parts.length - 1,
    parts.length,
  ]);
  expect(scanProgress(scan(parts))).toBe('all');
});

test('an animated UR may be complete once the number of codes read equals its number of parts', () => {
  const content = new TextEncoder().encode(multisigDescriptor());
  const parts = urParts('bytes', content, 100).split('\n');
  const { total } = scan(parts);
  expect(scanProgress(scan(parts.slice(0, total - 1)))).toBe('some');
  expect(scanProgress(scan(parts.slice(0, total)))).toBe('maybe');
  expect(scanProgress(scan(parts))).toBe('all');
});

test('reading a QR code of another file discards all codes of the earlier file', () => {
  const parts = bbqrParts(multisigDescriptor(), 'U', 'H', 100).split('\n');
  expect(scan([...parts.slice(1), 'zpub6']).frames).toEqual(['zpub6']);
});
