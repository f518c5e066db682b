import { expect, test } from 'vitest';
import {
  findTimelineChange,
  INITIAL_TIMELINE_STANDING,
  type TimelineStanding,
} from './payment-story';

const TXID = 'a'.repeat(64);
const OTHER = 'b'.repeat(64);
const standing = (fields: Partial<TimelineStanding>): TimelineStanding => ({
  ...INITIAL_TIMELINE_STANDING,
  ...fields,
});
const detected = standing({ status: 'detected', receivedSats: 100, txid: TXID });
const inBlock = { ...detected, coveredHeight: 7 };
const confirmed = standing({ ...inBlock, status: 'confirmed' });
const underpaid = standing({ receivedSats: 60, txid: TXID, flags: ['underpaid'] });

test.each([
  ['the required amount in the mempool: seen', INITIAL_TIMELINE_STANDING, detected, 'seen'],
  ['a partial payment: underpaid', INITIAL_TIMELINE_STANDING, underpaid, 'underpaid'],
  ['a second partial payment: more', underpaid, { ...underpaid, receivedSats: 70 }, 'more'],
  ['the missing amount: seen', underpaid, detected, 'seen'],
  ['the first block of the payment: in_block', detected, inBlock, 'in_block'],
  ['the required depth: confirmed', inBlock, confirmed, 'confirmed'],
  [
    'the required depth without a mempool: confirmed',
    INITIAL_TIMELINE_STANDING,
    confirmed,
    'confirmed',
  ],
  ['a reorg: reversed', confirmed, { ...detected, flags: ['reorged'] as const }, 'reversed'],
  ['a reorg before the required depth: back_in_mempool', inBlock, detected, 'back_in_mempool'],
  ['a fee bump: replaced', detected, { ...detected, txid: OTHER }, 'replaced'],
  ['a double spend: lost', detected, standing({ flags: ['replaced'] }), 'lost'],
  ['a double spend after the expiry: lost', detected, standing({ status: 'expired' }), 'lost'],
  ['some vanished outputs: less', { ...underpaid, receivedSats: 80 }, underpaid, 'less'],
  ['a vanished partial payment: lost', underpaid, standing({ flags: ['replaced'] }), 'lost'],
  ['vanished outputs that leave the payment underpaid: less', detected, underpaid, 'less'],
  ['the expiry: expired', INITIAL_TIMELINE_STANDING, standing({ status: 'expired' }), 'expired'],
  ['a cancel: canceled', INITIAL_TIMELINE_STANDING, standing({ status: 'canceled' }), 'canceled'],
  ['a late payment: seen', standing({ status: 'expired' }), detected, 'seen'],
  ['no visible change: no entry', detected, detected, undefined],
] as const)('the timeline has the right entry for %s', (_, before, after, kind) => {
  expect(findTimelineChange(before, after)).toBe(kind);
});
