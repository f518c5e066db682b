import type { AuditAction } from './audit-action';
import {
  type AuditActionWords,
  type AuditData,
  CHANNEL_WORDS,
  ENDPOINT_WORDS,
} from './audit-endpoint-words';
import { MERCHANT_WORDS } from './audit-merchant-words';
import { PAIRING_WORDS } from './audit-pairing-words';
import { REFUND_WORDS } from './audit-refund-words';
import { SESSION_WORDS } from './audit-session-words';
import {
  formatChangedSettings,
  formatOldAndNew,
  formatOverlap,
  formatReasonAndNote,
} from './audit-text';
import { countWithNoun } from './count-with-noun';
import { simulationName } from './simulation-name';

/**
 * The parts of an audit entry's sentence without the actor: "created payment", the object, " for
 * 49.90 EUR".
 */
export interface AuditSentence {
  readonly before: string;
  readonly object: string | null;
  readonly after: string;
}

const nameOf = ({ name }: AuditData) => name;

const WORDS: Readonly<Record<AuditAction, AuditActionWords>> = {
  'payment.create': {
    kind: 'Created a payment',
    before: 'created payment',
    after: ({ amount, currency }) =>
      amount ? ` for ${amount} ${currency === 'SATS' ? 'sat' : currency}` : '',
  },
  'payment.cancel': { kind: 'Canceled a payment', before: 'canceled payment' },
  'payment.accept': {
    kind: 'Accepted the money of a payment',
    before: 'accepted payment',
    after: ({ received_sats: received, note }) =>
      ` with ${received} sat received${note ? `: “${note}”` : ''}`,
  },
  'payment.handle': {
    kind: 'Marked a payment as done',
    before: 'marked payment',
    after: (data) => ` as done${formatReasonAndNote(data)}`,
  },
  'payment.unhandle': {
    kind: 'Reopened a payment',
    before: 'reopened payment',
    after: formatReasonAndNote,
  },
  'payment.note': {
    kind: 'Changed a note',
    before: ({ note }) => (note ? 'noted on payment' : 'removed the note of payment'),
    after: ({ note }) => (note ? `: “${note}”` : ''),
  },
  'payment.assign': {
    kind: 'Assigned a payment',
    before: ({ to }) => (to ? 'assigned payment' : 'assigned nobody to payment'),
    after: ({ to }) => (to ? ` to ${to}` : ''),
  },
  'inbox.note': {
    kind: 'Changed a note in the inbox',
    before: ({ note }) => (note ? 'noted on' : 'removed the note of'),
    object: nameOf,
    after: ({ note }) => (note ? `: “${note}”` : ''),
  },
  'inbox.assign': {
    kind: 'Assigned a row of the inbox',
    before: ({ to }) => (to ? 'assigned' : 'assigned nobody to'),
    object: nameOf,
    after: ({ to }) => (to ? ` to ${to}` : ''),
  },
  'payment.simulate': {
    kind: 'Simulated on the sandbox',
    before: ({ act }) => `simulated ${simulationName(String(act))} for payment`,
  },
  ...REFUND_WORDS,
  'customer.erase': {
    kind: 'Erased a customer',
    before: 'erased the customer of',
    object: null,
    after: ({ payments }) => ` ${countWithNoun(Number(payments), 'payment')}`,
  },
  'link.create': {
    kind: 'Created a payment link',
    before: 'created payment link',
    object: ({ title }) => title,
  },
  'link.deactivate': {
    kind: 'Deactivated a payment link',
    before: 'deactivated payment link',
    object: ({ title }) => title,
  },
  'delivery.resend': { kind: 'Resent a webhook', before: 'resent a webhook of payment' },
  'delivery.resend_failed': {
    kind: 'Resent several webhooks',
    before: ({ resent, state, payment_id: id }) =>
      `resent ${countWithNoun(Number(resent), state === 'all' ? 'webhook' : 'failed webhook')}${id ? ' of payment' : ''}`,
    object: ({ payment_id: id }, present) => (id ? (present ?? id) : null),
  },
  ...ENDPOINT_WORDS,
  ...CHANNEL_WORDS,
  'webhook.test': {
    kind: 'Sent a test webhook',
    before: ({ host }) => `sent a test webhook to ${host} with API key`,
    object: nameOf,
    after: ({ delivered }) => (delivered ? ': delivered' : ': failed'),
  },
  'key.create': {
    kind: 'Created an API key',
    before: 'created API key',
    object: nameOf,
    after: ({ network }) => ` on ${network}`,
  },
  'key.import': {
    kind: 'Imported a store',
    before: 'imported a store of BTCPay Server to API key',
    object: nameOf,
    after: ({ payments, network }) =>
      ` on ${network}, with ${countWithNoun(Number(payments), 'payment')}`,
  },
  'key.update': {
    kind: 'Changed an API key',
    before: 'changed API key',
    object: nameOf,
    after: formatChangedSettings,
  },
  'key.rotate': {
    kind: 'Rotated an API key',
    before: 'rotated API key',
    object: nameOf,
    after: formatOverlap,
  },
  'key.revoke': { kind: 'Revoked an API key', before: 'revoked API key', object: nameOf },
  ...PAIRING_WORDS,
  'wallet.add': { kind: 'Added a wallet', before: 'added wallet', object: nameOf },
  'wallet.rename': {
    kind: 'Renamed a wallet',
    before: 'renamed wallet',
    object: ({ from }) => from,
    after: ({ name }) => ` to ${name}`,
  },
  'wallet.compare': {
    kind: 'Compared an address',
    before: 'found the same address on the device of wallet',
    object: nameOf,
    after: ({ index, address }) => (address ? ` at index ${index}: ${address}` : ''),
  },
  'signing_secret.reveal': {
    kind: 'Viewed a signing secret',
    before: 'viewed the signing secret of API key',
    object: nameOf,
  },
  'signing_secret.rotate': {
    kind: 'Rotated a signing secret',
    before: 'rotated the signing secret of API key',
    object: nameOf,
    after: formatOverlap,
  },
  'invitation.create': {
    kind: 'Invited someone',
    before: 'invited',
    object: ({ email }) => email,
    after: ({ role }) => ` as ${role}`,
  },
  'invitation.accept': {
    kind: 'Accepted an invitation',
    before: ({ role }) => `accepted an invitation as ${role}`,
    object: null,
  },
  'invitation.revoke': {
    kind: 'Revoked an invitation',
    before: 'revoked the invitation of',
    object: ({ email }) => email,
  },
  'member.change_role': {
    kind: 'Changed a role',
    before: 'changed the role of',
    after: formatOldAndNew,
  },
  'member.rename': {
    kind: 'Changed their name',
    before: (data) => `changed their name${formatOldAndNew(data)}`,
    object: null,
  },
  'member.remove': {
    kind: 'Removed a member',
    before: 'removed',
    after: ({ role }) => `, ${role}, from the team`,
  },
  'member.leave': { kind: 'Left the team', before: 'left the team', object: null },
  ...MERCHANT_WORDS,
  'password.change': {
    kind: 'Changed their password',
    before: 'changed their password',
    object: null,
  },
  'password.reset': {
    kind: 'Got a new password',
    before: ({ by }) =>
      by === 'mail' ? 'set a new password by mail' : 'got a new password from the operator',
    object: null,
  },
  'identity.connect': {
    kind: 'Connected a sign-in provider',
    before: ({ provider }) => `connected sign-in with ${provider}`,
    object: null,
  },
  ...SESSION_WORDS,
};

export const AUDIT_ACTION_LABELS = Object.entries(WORDS).map(
  ([action, { kind }]) => [action as AuditAction, kind] as const,
);

export interface AuditFacts {
  readonly action: string;
  readonly subject: string;
  readonly data: AuditData;
  readonly present: string | null;
}

export function auditSentence({ action, subject, data, present }: AuditFacts): AuditSentence {
  if (!Object.hasOwn(WORDS, action)) return { before: action, object: subject, after: '' };
  const { before, object, after } = WORDS[action as AuditAction];
  const name = object ? object(data, present) : object === null ? null : (present ?? undefined);
  return {
    before: typeof before === 'string' ? before : before(data),
    object: name === null ? null : String(name ?? subject),
    after: after?.(data) ?? '',
  };
}
