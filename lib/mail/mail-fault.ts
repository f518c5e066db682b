/**
 * The reason why a mail or a message to a channel was not accepted. It does not quote the server,
 * whose response may contain a recipient.
 */
export interface MailFault {
  readonly message: string;
  /** Whether the message itself was refused, so another attempt would fail too. */
  readonly isFinal: boolean;
  /** Whether other mails would fail too, because the server or our settings are at fault. */
  readonly isOfServer: boolean;
  readonly retryAfterMs?: number | undefined;
}

interface Thrown {
  readonly code?: unknown;
  readonly command?: unknown;
  readonly responseCode?: unknown;
  /** The error code of Node.js, which the SMTP client has replaced with its own code. */
  readonly originalCode?: unknown;
}

const OF_TLS = /CERT|SIGNATURE|ISSUER|^ERR_(?:TLS|SSL)/;

const WORDS: Readonly<Record<string, string>> = {
  EDNS: 'The host of SMTP_URL has no address.',
  ETLS: 'TLS with the mail server failed. Check its certificate, and that it offers STARTTLS.',
  EAUTH: 'The mail server refused the user or the password of SMTP_URL.',
  ENOAUTH: 'The mail server wants a user and a password in SMTP_URL.',
  ETIMEDOUT: 'The mail server did not respond in time.',
};
const CUT = 'The connection to the mail server failed. Check the host and the port of SMTP_URL.';

export function mailFault(error: unknown): MailFault {
  const { code, command, responseCode, originalCode } = error as Thrown;
  const reply = typeof responseCode === 'number' ? responseCode : undefined;
  const isOfMessage = command === 'RCPT TO' || command === 'DATA';
  if (reply === undefined || !isOfMessage) {
    const sender = command === 'MAIL FROM' && 'The mail server refused the sender of MAIL_FROM.';
    const kind = OF_TLS.test(String(originalCode ?? code)) ? 'ETLS' : String(code);
    const words = sender || WORDS[kind] || CUT;
    return { message: withReply(words, reply), isFinal: false, isOfServer: true };
  }
  const what = command === 'RCPT TO' ? 'the recipient' : 'the message';
  // A 503 means a wrong order of commands, and not a refused message (RFC 5321, 4.2.4).
  const isFinal = reply >= 500 && reply !== 503;
  const words = isFinal
    ? `The mail server refused ${what}.`
    : `The mail server did not accept ${what} yet.`;
  return { message: withReply(words, reply), isFinal, isOfServer: false };
}

function withReply(words: string, reply: number | undefined): string {
  return reply === undefined ? words : `${words} Its reply was ${reply}.`;
}
