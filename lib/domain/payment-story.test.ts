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
  ['the required amount in the mempool: seen', FIRST_STANDING, detected, 'seen'],
  ['a part of it: underpaid', FIRST_STANDING, underpaid, 'underpaid'],
  ['a second part: more', underpaid, { ...underpaid, receivedSats: 70 }, 'more'],
  ['the missing rest: seen', underpaid, detected, 'seen'],
  ['its block: in_block', detected, inBlock, 'in_block'],
  ['the required depth: confirmed', inBlock, confirmed, 'confirmed'],
  ['straight into a block: confirmed', FIRST_STANDING, confirmed, 'confirmed'],
  ['a reorg: reversed', confirmed, { ...detected, flags: ['reorged'] as const }, 'reversed'],
  ['a reorg before the required depth: back_in_mempool', inBlock, detected, 'back_in_mempool'],
  ['a fee bump: replaced', detected, { ...detected, txid: OTHER }, 'replaced'],
  ['a double spend: lost', detected, standing({ flags: ['replaced'] }), 'lost'],
  ['a double spend after the expiry: lost', detected, standing({ status: 'expired' }), 'lost'],
  ['part of the money gone: less', { ...underpaid, receivedSats: 80 }, underpaid, 'less'],
  ['all of a part gone: lost', underpaid, standing({ flags: ['replaced'] }), 'lost'],
  ['so much gone that it is no longer paid: less', detected, underpaid, 'less'],
  ['the expiry: expired', FIRST_STANDING, standing({ status: 'expired' }), 'expired'],
  ['a cancel: canceled', FIRST_STANDING, standing({ status: 'canceled' }), 'canceled'],
  ['late money: seen', standing({ status: 'expired' }), detected, 'seen'],
  ['no visible change: no entry', detected, detected, undefined],
] as const)('%s', (_, before, after, kind) => {
  expect(changeKind(before, after)).toBe(kind);
});
