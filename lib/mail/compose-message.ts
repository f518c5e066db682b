import { publicUrl } from '@/lib/domain/public-url';
import type { Vault } from '@/lib/keys/vault';
import type { ClaimedMail, MailRow } from './claim-mail';
import { LOGO_CID, type MailAttachment, type Message } from './transport';

export interface MonthReport {
  readonly body: string;
  readonly files: readonly MailAttachment[];
}

export interface SenderBranding {
  readonly name: string;
  readonly supportEmail: string | null;
  readonly logo: Uint8Array | null;
  /** Width of the logo in pixels, twice the width at which it is shown. */
  readonly logoWidth: number | null;
}

interface Context {
  readonly appUrl: URL;
  readonly vault: Vault;
  /** The merchant; null for a mail from the server itself. */
  readonly sender: SenderBranding | null;
  readonly report: MonthReport | undefined;
}

/**
 * Returns the message of a claimed mail, as plain text and as simple HTML. A mail to a customer
 * contains the shop's logo itself, so that mail programs load nothing from a server.
 */
export function composeMessage({ first, all }: ClaimedMail, context: Context): Message {
  const { sender, report } = context;
  const toCustomer = first.paymentId !== null;
  const logo = toCustomer ? (sender?.logo ?? null) : null;
  const parts = all.map((row) => ({
    ...row,
    ...(report && { body: report.body }),
    link: linkOf(row, context),
  }));
  const [only] = parts;
  const isOne = only !== undefined && parts.length === 1;
  const subject = isOne
    ? only.subject
    : `${parts.length} notifications${sender === null ? '' : ` for ${sender.name}`}`;
  const text = parts.map((part) => textOf(part, isOne)).join('\n\n\n');
  const head =
    toCustomer && sender ? `<p>${logo ? logoHtml(sender) : escaped(sender.name)}</p>\n` : '';
  const html = parts.map((part) => htmlOf(part, isOne)).join('\n<hr>\n');
  return {
    id: first.id,
    to: first.recipient,
    fromName: sender?.name ?? null,
    replyTo: toCustomer ? (sender?.supportEmail ?? null) : null,
    files: report?.files ?? [],
    logo,
    subject,
    text: `${text}\n`,
    html: `<!doctype html>\n<html lang="${first.locale}" dir="${RIGHT_TO_LEFT.has(first.locale) ? 'rtl' : 'ltr'}">\n<body>\n${head}${html}\n</body>\n</html>\n`,
  };
}

const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'ur', 'he']);

function logoHtml({ name, logoWidth }: SenderBranding): string {
  return `<img src="cid:${LOGO_CID}" alt="${escaped(name)}" width="${(logoWidth ?? 0) / 2}">`;
}

type Part = Pick<MailRow, 'subject' | 'body' | 'linkText'> & { readonly link: string | undefined };

function linkOf({ id, path, sealedPath }: MailRow, { appUrl, vault }: Context): string | undefined {
  const whole = sealedPath === null ? path : vault.open(sealedPath, id);
  return whole === null ? undefined : publicUrl(appUrl, whole);
}

function textOf({ subject, body, linkText, link }: Part, isOne: boolean): string {
  const end = link === undefined ? [] : [`${linkText}:\n${link}`];
  return [...(isOne ? [] : [subject]), body, ...end].join('\n\n');
}

function htmlOf({ subject, body, linkText, link }: Part, isOne: boolean): string {
  const head = isOne ? [] : [`<h2>${escaped(subject)}</h2>`];
  const paragraphs = body
    .split('\n\n')
    .map((text) => `<p>${escaped(text).replaceAll('\n', '<br>\n')}</p>`);
  const end =
    link === undefined
      ? []
      : [`<p><a href="${escaped(link)}">${escaped(linkText ?? link)}</a></p>`];
  return [...head, ...paragraphs, ...end].join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (mark) => ENTITIES[mark] ?? mark);
}
