/** What people do, in words; the keys are what the audit log holds. */
export const ACT_WORDS = {
  'payment.create': 'created a payment',
  'payment.cancel': 'canceled a payment',
  'payment.simulate': 'simulated on the sandbox',
  'delivery.resend': 'sent a webhook again',
  'delivery.resend_failed': 'sent failed webhooks again',
  'webhook.test': 'sent a test webhook',
  'key.create': 'created an API key',
  'key.update': 'changed an API key',
  'key.rotate': 'rotated an API key',
  'key.revoke': 'revoked an API key',
  'signing_secret.reveal': 'looked at a signing secret',
  'signing_secret.rotate': 'rotated a signing secret',
  'invitation.create': 'invited someone',
  'invitation.accept': 'accepted an invitation',
  'invitation.revoke': 'took an invitation back',
  'member.change_role': 'changed a role',
  'member.remove': 'removed a member',
  'member.leave': 'left the team',
  'merchant.create': 'opened the shop',
  'merchant.rename': 'renamed the shop',
  'password.change': 'changed their password',
  'password.reset': 'got a new password from the operator',
  'identity.connect': 'connected a sign-in provider',
  'session.revoke': 'ended a sign-in',
  'session.revoke_others': 'ended their other sign-ins',
} as const satisfies Readonly<Record<string, string>>;

/** An act in words; its own name while nobody has worded it. */
export function actWords(act: string): string {
  return Object.hasOwn(ACT_WORDS, act) ? ACT_WORDS[act as keyof typeof ACT_WORDS] : act;
}
