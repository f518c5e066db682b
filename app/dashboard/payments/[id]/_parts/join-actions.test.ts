import { expect, test } from 'vitest';
import type { TimelineEntryAnswer } from '@/lib/http/payments/timeline-answer';
import { joinActions } from './join-actions';

const at = '2026-03-01T00:00:00.000Z';
const created: TimelineEntryAnswer = { kind: 'created', at };
const canceled: TimelineEntryAnswer = {
  kind: 'change',
  at,
  what: 'canceled',
  status: 'canceled',
  received_sats: 0,
  difference_sats: 0,
  txid: null,
  height: null,
  late: false,
};
const by = (action: string, actor = 'kim@shop.example'): TimelineEntryAnswer => ({
  kind: 'action',
  at,
  action,
  actor,
  simulated: null,
  reason: null,
  note: null,
});

test('a member’s create and cancel are one entry each, with the member', () => {
  const entries = [
    created,
    by('payment.create', 'lu@shop.example'),
    canceled,
    by('payment.cancel'),
  ];
  expect(joinActions(entries)).toEqual([
    { ...created, by: 'lu@shop.example' },
    { ...canceled, by: 'kim@shop.example' },
  ]);
});

test('a create or cancel by the API stays unchanged', () => {
  expect(joinActions([created, canceled])).toEqual([created, canceled]);
});

test('an action without a matching entry is kept', () => {
  const entries = [created, by('payment.cancel'), by('delivery.resend')];
  expect(joinActions(entries)).toEqual(entries);
});
