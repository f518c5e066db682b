const MESSAGES = {
  missing_header: 'a header is missing: the request was not sent by Blocktally, or a proxy took it',
  malformed_timestamp: 'the timestamp is not Unix time in seconds',
  too_old: 'the timestamp is too old: a replay, or the clock of this machine is ahead',
  too_new: 'the timestamp is in the future: the clock of this machine is behind',
  wrong_signature:
    'no signature matches: another secret, or the body is not the bytes as they came',
  unexpected_body: 'the signature is right, and the body is no event of version 1',
} as const;

export type WebhookRefusalReason = keyof typeof MESSAGES;

/** A webhook that is not to be acted on. Answer 400 to it. */
export class WebhookRefusal extends Error {
  override readonly name = 'WebhookRefusal';
  readonly reason: WebhookRefusalReason;

  constructor(reason: WebhookRefusalReason, about?: string) {
    super(about ? `${MESSAGES[reason]} (${about})` : MESSAGES[reason]);
    this.reason = reason;
  }
}
