import { createTransport } from 'nodemailer';
import type { MailSettings } from '@/lib/settings/mail';
import { type MailFault, mailFault } from './mail-fault';

export interface Message {
  /** Every attempt has the same id, so that the recipient's server can recognize a repeat. */
  readonly id: string;
  readonly to: string;
  /** The name in the From field; null for the name in MAIL_FROM. */
  readonly fromName: string | null;
  /** The address for replies; null for the sender's address. */
  readonly replyTo: string | null;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly files: readonly MailAttachment[];
  /** A PNG inside the message, which the HTML shows as `cid:` {@link LOGO_CID}. */
  readonly logo: Uint8Array | null;
}

export const LOGO_CID = 'logo';

export interface MailAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

export interface Mailer {
  /** @returns why the message was not accepted; undefined once the server has accepted it */
  send(message: Message): Promise<MailFault | undefined>;
}

const CONNECT_MS = 10_000;
const GREETING_MS = 30_000;
/**
 * Time limit for each reply. A server may check a message before it accepts it (RFC 5321,
 * 4.5.3.2.6). If we stopped waiting too early, the message would be sent twice.
 */
const REPLY_MS = 60_000;

const LOCAL = /^(?:localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/;

/**
 * Returns a mailer for the server of `SMTP_URL`. With smtp://, STARTTLS encrypts the connection if
 * the server offers it. A password is sent without encryption only to this machine.
 */
export function openMailer({ url, from }: MailSettings, ca?: string): Mailer {
  const secure = url.protocol === 'smtps:';
  const user = decodeURIComponent(url.username);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const transport = createTransport({
    host,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    requireTLS: !secure && user !== '' && !LOCAL.test(host),
    ...(user !== '' && { auth: { user, pass: decodeURIComponent(url.password) } }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: GREETING_MS,
    socketTimeout: REPLY_MS,
    ...(ca !== undefined && { tls: { ca } }),
    // Bodies come from our own rows, so a mail never needs a file or a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  return {
    async send({ id, to, fromName, replyTo, subject, text, html, files, logo }) {
      try {
        await transport.sendMail({
          messageId: `<${id}@${domain}>`,
          from: { name: fromName ?? from.name ?? '', address: from.address },
          to: { name: '', address: to },
          ...(replyTo !== null && { replyTo: { name: '', address: replyTo } }),
          subject,
          text,
          html,
          attachments: [...(logo ? [logoPart(logo)] : []), ...files],
          // This header prevents out-of-office replies, which would go nowhere (RFC 3834).
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
        return undefined;
      } catch (error) {
        return mailFault(error);
      }
    },
  };
}

function logoPart(logo: Uint8Array) {
  const content = Buffer.from(logo);
  return { filename: 'logo.png', content, cid: LOGO_CID, contentDisposition: 'inline' as const };
}
