import { expect, test } from 'vitest';
import type { GroupedEntry } from './group-attempts';
import { mergeMemberActions } from './merge-member-actions';

const at = '2026-03-01T00:00:00.000Z';
const created: GroupedEntry = { kind: 'created', at };
const canceled: GroupedEntry = {
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
const by = (action: string, actor = 'kim@shop.example'): GroupedEntry => ({
  kind: 'action',
  at,
  action,
  actor,
  simulated: null,
  reason: null,
  note: null,
});

test('if a member creates or cancels a payment, the timeline has one entry for this, which names the member', () => {
  const entries = [
    created,
    by('payment.create', 'lu@shop.example'),
    canceled,
    by('payment.cancel'),
  ];
  expect(mergeMemberActions(entries)).toEqual([
    { ...created, by: 'lu@shop.example' },
    { ...canceled, by: 'kim@shop.example' },
  ]);
});

test('if a payment is created or canceled through the API, its timeline entry names no member', () => {
  expect(mergeMemberActions([created, canceled])).toEqual([created, canceled]);
});

test('a member’s action stays a separate timeline entry if it matches no event of the payment', () => {
  const entries = [created, by('payment.cancel'), by('delivery.resend')];
  expect(mergeMemberActions(entries)).toEqual(entries);
});
