import type { AuditAction } from '@/lib/domain/audit-action';

/** The actions of the audit log in words, by their recorded name. */
export const ACTION_WORDS: Readonly<Record<AuditAction, string>> = {
  'payment.create': 'created a payment',
  'payment.cancel': 'canceled a payment',
  'payment.handle': 'marked a payment as handled',
  'payment.unhandle': 'opened a handled payment again',
  'payment.simulate': 'simulated on the sandbox',
  'link.create': 'created a payment link',
  'link.deactivate': 'deactivated a payment link',
  'delivery.resend': 'resent a webhook',
  'delivery.resend_failed': 'resent failed webhooks',
  'endpoint.pause': 'paused a webhook endpoint',
  'endpoint.resume': 'resumed a webhook endpoint',
  'webhook.test': 'sent a test webhook',
  'key.create': 'created an API key',
  'key.update': 'changed an API key',
  'key.rotate': 'rotated an API key',
  'key.revoke': 'revoked an API key',
  'signing_secret.reveal': 'viewed a signing secret',
  'signing_secret.rotate': 'rotated a signing secret',
  'invitation.create': 'invited someone',
  'invitation.accept': 'accepted an invitation',
  'invitation.revoke': 'revoked an invitation',
  'member.change_role': 'changed a role',
  'member.remove': 'removed a member',
  'member.leave': 'left the team',
  'merchant.create': 'created the merchant',
  'merchant.rename': 'renamed the merchant',
  'merchant.set_currency': 'changed the display currency',
  'password.change': 'changed their password',
  'password.reset': 'got a new password from the operator',
  'identity.connect': 'connected a sign-in provider',
  'session.revoke': 'ended a session',
  'session.revoke_others': 'ended their other sessions',
};

/** An action in words; its recorded name if it has none. */
export function actionWords(action: string): string {
  return Object.hasOwn(ACTION_WORDS, action) ? ACTION_WORDS[action as AuditAction] : action;
}
