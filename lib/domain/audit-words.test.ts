import { expect, test } from 'vitest';
import { auditSentence } from './audit-words';

const say = (action: string, data: Record<string, unknown>, present: string | null = null) => {
  const sentence = auditSentence({ action, subject: 'sub_1', data, present });
  return [sentence.before, sentence.object].filter(Boolean).join(' ') + sentence.after;
};

test.each([
  ['payment.create', { amount: '49.90', currency: 'EUR' }, 'created payment Order 1 for 49.90 EUR'],
  ['payment.create', { amount: '500', currency: 'SATS' }, 'created payment Order 1 for 500 sat'],
  ['payment.cancel', {}, 'canceled payment Order 1'],
  [
    'payment.handle',
    { reason: 'late', note: 'Shipped' },
    'marked payment Order 1 as done (paid late): “Shipped”',
  ],
  ['payment.unhandle', { reason: 'late', note: null }, 'reopened payment Order 1 (paid late)'],
  ['payment.note', { note: 'Called' }, 'noted on payment Order 1: “Called”'],
  ['payment.note', { note: null }, 'removed the note of payment Order 1'],
  ['payment.assign', { to: 'Lea' }, 'assigned payment Order 1 to Lea'],
  ['payment.assign', { to: null }, 'assigned nobody to payment Order 1'],
  ['inbox.note', { name: 'signet', note: 'Restarted' }, 'noted on signet: “Restarted”'],
  ['inbox.assign', { name: 'shop.example', to: 'Lea' }, 'assigned shop.example to Lea'],
  ['payment.simulate', { act: 'bump_fee' }, 'simulated a higher fee for payment Order 1'],
  ['delivery.resend', { payment_id: 'pay_1' }, 'resent a webhook of payment Order 1'],
  [
    'delivery.resend_failed',
    { resent: 1, payment_id: 'pay_1' },
    'resent 1 failed webhook of payment Order 1',
  ],
])('the audit log’s description of %s contains the payment’s reference', (action, data, text) => {
  expect(say(action, data, 'Order 1')).toBe(text);
});

test.each([
  ['delivery.resend_failed', { resent: 12 }, 'resent 12 failed webhooks'],
  ['link.create', { title: 'Tea' }, 'created payment link Tea'],
  [
    'pairing.create',
    { name: 'WooCommerce', key: 'Till', host: 'tea.example', again: true },
    'connected WooCommerce at tea.example with API key Till again',
  ],
  [
    'key.import',
    { name: 'Tea shop', network: 'mainnet', payments: 12 },
    'imported a store of BTCPay Server to API key Tea shop on mainnet, with 12 payments',
  ],
  ['pairing.revoke', { name: 'Zapier', key: 'Till' }, 'disconnected Zapier with API key Till'],
  ['wallet.add', { name: 'Cold', network: 'mainnet' }, 'added wallet Cold'],
  ['wallet.rename', { from: 'Cold', name: 'Ice' }, 'renamed wallet Cold to Ice'],
  [
    'endpoint.resume',
    { host: 'a.example', waited: 2 },
    'resumed endpoint a.example, with 2 waiting webhooks',
  ],
  [
    'webhook.test',
    { name: 'Till', host: 'a.example', delivered: false },
    'sent a test webhook to a.example with API key Till: failed',
  ],
  [
    'key.update',
    { name: 'Till', changed: { allowManagement: { from: 'off', to: 'on' } } },
    'changed API key Till: allow management off → on',
  ],
  [
    'key.update',
    { name: 'Till', changed: { allowedIps: { from: '', to: '192.0.2.1' } } },
    'changed API key Till: allowed IPs none → 192.0.2.1',
  ],
  [
    'key.rotate',
    { name: 'Till', overlap_seconds: 86_400 },
    'rotated API key Till; the earlier one works for 1 day more',
  ],
  [
    'key.rotate',
    { name: 'Till', overlap_seconds: 0 },
    'rotated API key Till; the earlier one ended immediately',
  ],
  ['invitation.create', { email: 'a@b.example', role: 'viewer' }, 'invited a@b.example as viewer'],
  ['merchant.rename', { from: 'A', to: 'B' }, 'renamed the merchant: A → B'],
  [
    'merchant.set_currency',
    { from: null, to: 'EUR' },
    'changed the merchant’s currency: none → EUR',
  ],
  [
    'merchant.set_time_zone',
    { from: null, to: 'Asia/Tokyo' },
    'changed the merchant’s time zone: none → Asia/Tokyo',
  ],
  ['merchant.require_factor', { from: false, to: true }, 'required a second factor of all members'],
  [
    'merchant.set_customer_retention',
    { from: null, to: 90 },
    'changed the days after which customers are erased: none → 90',
  ],
  ['customer.erase', { payments: 2 }, 'erased the customer of 2 payments'],
  [
    'merchant.set_face',
    { from: { color: null }, to: { color: '#123456' } },
    'changed the payment page: color none → #123456',
  ],
  ['member.rename', { from: 'Lea', to: null }, 'changed their name: Lea → none'],
  ['session.revoke_others', { sessions: 2 }, 'ended 2 other sessions'],
])('the audit log’s description of %s contains the recorded data: %j', (action, data, text) => {
  expect(say(action, data)).toBe(text);
});

test.each(['member.rename', 'member.leave', 'password.change', 'session.revoke_others'])(
  'the audit log’s description of %s does not repeat the actor’s name',
  (action) => {
    const data = { from: null, to: 'Lea', sessions: 1 };
    expect(auditSentence({ action, subject: 'usr_1', data, present: 'Lea' }).object).toBe(null);
  },
);

test('the audit log names the member whose role changed, and shows an unknown action by its recorded name', () => {
  const roles = { from: 'member', to: 'owner', email: 'b@c.example' };
  expect(say('member.change_role', roles, 'Ben')).toBe('changed the role of Ben: member → owner');
  expect(say('thing.do', {})).toBe('thing.do sub_1');
});
