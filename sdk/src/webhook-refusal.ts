const MESSAGES = {
  missing_header:
    'a header is missing: Blocktally did not send the request, or a proxy dropped the header',
  malformed_timestamp: 'the timestamp is not Unix time in seconds',
  too_old: 'the timestamp is too old: a replay, or the clock of this machine is ahead',
  too_new: 'the timestamp is in the future: the clock of this machine is behind',
  wrong_signature: 'no signature matches: the secret is wrong, or the body is not the raw bytes',
  unexpected_body: 'the signature is valid, but the body is no event of version 1',
} as const;

export type WebhookRefusalReason = keyof typeof MESSAGES;

/** The webhook is not genuine. Respond with 400 and do nothing else. */
export class WebhookRefusal extends Error {
  override readonly name = 'WebhookRefusal';
  readonly reason: WebhookRefusalReason;

  constructor(reason: WebhookRefusalReason, about?: string) {
    super(about ? `${MESSAGES[reason]} (${about})` : MESSAGES[reason]);
    this.reason = reason;
  }
}
