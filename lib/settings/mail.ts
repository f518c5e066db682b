import { z } from 'zod';
import { isEmail } from '@/lib/domain/email';
import { parseUrl } from '@/lib/domain/parse-url';
import { encodedUrl } from '@/lib/settings/urls';

export interface MailSettings {
  /** smtp:// or smtps://, with a user and a password if the server requires them. */
  readonly url: URL;
  /** The sender. In mails about a shop, the shop's name replaces the sender's name. */
  readonly from: { readonly name: string | null; readonly address: string };
}

const SENDER = /^(?:(?<name>[^<>"\p{Cc}]*)<(?<inner>[^<>]+)>|(?<bare>[^<>]+))$/u;

export const mailVariables = {
  SMTP_URL: encodedUrl()
    .refine(isMailServer, { error: 'must be an smtp:// or smtps:// URL without a path' })
    .transform((text) => new URL(text))
    .optional(),
  MAIL_FROM: z
    .string()
    .transform((text) => {
      const { name, inner, bare } = SENDER.exec(text.trim())?.groups ?? {};
      return { name: name?.trim() || null, address: (inner ?? bare ?? '').trim() };
    })
    .refine(({ address }) => isEmail(address), {
      error: 'must be an e-mail address, alone or as Name <address>',
    })
    .optional(),
};

function isMailServer(text: string): boolean {
  const url = parseUrl(text);
  if (!url || !/^smtps?:$/.test(url.protocol)) return false;
  return url.hostname !== '' && (url.pathname === '' || url.pathname === '/');
}

/** @throws Error if only one of the two variables is set */
export function mailSettings(v: {
  readonly SMTP_URL?: URL | undefined;
  readonly MAIL_FROM?: MailSettings['from'] | undefined;
}): MailSettings | undefined {
  if (v.SMTP_URL && v.MAIL_FROM) return { url: v.SMTP_URL, from: v.MAIL_FROM };
  if (!v.SMTP_URL && !v.MAIL_FROM) return undefined;
  const missing = v.SMTP_URL ? 'MAIL_FROM' : 'SMTP_URL';
  throw new Error(`Mail needs both SMTP_URL and MAIL_FROM: ${missing} is missing.`);
}
