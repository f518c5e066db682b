import { expect, test } from 'vitest';
import { changeKind, FIRST_STANDING, type Standing } from './payment-story';

const TXID = 'a'.repeat(64);
const OTHER = 'b'.repeat(64);
const standing = (fields: Partial<Standing>): Standing => ({ ...FIRST_STANDING, ...fields });
const detected = standing({ status: 'detected', receivedSats: 100, txid: TXID });
const inBlock = { ...detected, coveredHeight: 7 };
const confirmed = standing({ ...inBlock, status: 'confirmed' });
const underpaid = standing({ receivedSats: 60, txid: TXID, flags: ['underpaid'] });

test.each([
  ['the required sum in the mempool is seen', FIRST_STANDING, detected, 'seen'],
  ['a part of it is underpaid', FIRST_STANDING, underpaid, 'underpaid'],
  ['a second part is more', underpaid, { ...underpaid, receivedSats: 70 }, 'more'],
  ['the rest makes it seen', underpaid, detected, 'seen'],
  ['its block is told', detected, inBlock, 'in_block'],
  ['depth confirms', inBlock, confirmed, 'confirmed'],
  ['a block at once confirms', FIRST_STANDING, confirmed, 'confirmed'],
  ['a reorg reverses', confirmed, { ...detected, flags: ['reorged'] as const }, 'reversed'],
  ['a reorg before the depth goes back', inBlock, detected, 'back_in_mempool'],
  ['a fee bump replaces', detected, { ...detected, txid: OTHER }, 'replaced'],
  ['a double spend loses', detected, standing({ flags: ['replaced'] }), 'lost'],
  ['a double spend after the expiry loses', detected, standing({ status: 'expired' }), 'lost'],
  ['part of the money gone is less', { ...underpaid, receivedSats: 80 }, underpaid, 'less'],
  ['time over expires', FIRST_STANDING, standing({ status: 'expired' }), 'expired'],
  ['a cancel cancels', FIRST_STANDING, standing({ status: 'canceled' }), 'canceled'],
  ['late money is seen', standing({ status: 'expired' }), detected, 'seen'],
  ['nothing a person would notice is left out', detected, detected, undefined],
] as const)('%s', (_, before, after, kind) => {
  expect(changeKind(before, after)).toBe(kind);
});
