/** The recorded actions, as subject and verb. Recorded names never change. */
export type AuditAction =
  | 'payment.create'
  | 'payment.cancel'
  | 'payment.handle'
  | 'payment.unhandle'
  | 'payment.simulate'
  | 'link.create'
  | 'link.deactivate'
  | 'delivery.resend'
  | 'delivery.resend_failed'
  | 'endpoint.pause'
  | 'endpoint.resume'
  | 'webhook.test'
  | 'key.create'
  | 'key.update'
  | 'key.rotate'
  | 'key.revoke'
  | 'signing_secret.reveal'
  | 'signing_secret.rotate'
  | 'invitation.create'
  | 'invitation.accept'
  | 'invitation.revoke'
  | 'member.change_role'
  | 'member.remove'
  | 'member.leave'
  | 'merchant.create'
  | 'merchant.rename'
  | 'merchant.set_currency'
  | 'password.change'
  | 'password.reset'
  | 'identity.connect'
  | 'session.revoke'
  | 'session.revoke_others';

export type AuditSubject<Action = AuditAction> = Action extends `${infer Subject}.${string}`
  ? Subject
  : never;
