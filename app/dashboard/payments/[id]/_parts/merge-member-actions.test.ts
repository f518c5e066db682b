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

test('creating or canceling a payment as a member adds one timeline entry, which names the member', () => {
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

test('creating or canceling a payment through the API adds an entry without a member', () => {
  expect(mergeMemberActions([created, canceled])).toEqual([created, canceled]);
});

test('a member’s action without a matching entry stays in the timeline', () => {
  const entries = [created, by('payment.cancel'), by('delivery.resend')];
  expect(mergeMemberActions(entries)).toEqual(entries);
});
