import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { mail, mailSender } from '@/db/schema/mail';
import { newId } from '@/lib/domain/ids';
import type { CalendarMonth } from '@/lib/domain/local-days';
import type { Vault } from '@/lib/keys/vault';

/** The PostgreSQL notification channel on which a new mail is announced. */
export const MAIL_CHANNEL = 'mail_due';

export interface NewMail {
  /** An e-mail address, or the id of the notification channel. */
  readonly recipient: string;
  readonly channelId?: string | undefined;
  /** The name of the fact that the mail reports. A recipient gets only one mail for each fact. */
  readonly fact: string;
  readonly merchantId?: string | undefined;
  readonly paymentId?: string | undefined;
  readonly digest?: string | undefined;
  readonly locale?: string | undefined;
  readonly subject: string;
  /** Plain text; paragraphs are separated by an empty line. */
  readonly body: string;
  readonly link?: MailLink | undefined;
  readonly report?: CalendarMonth | undefined;
  /** When the mail is sent; by default now. */
  readonly dueAt?: Date | undefined;
}

interface MailLink {
  readonly text: string;
  readonly path: string;
  /** The vault that encrypts the path until the mail is sent, for a path that contains a token. */
  readonly sealedBy?: Vault | undefined;
}

/** Whether the servers of this database send mail. */
export async function isMailOn(db: Db): Promise<boolean> {
  const [row] = await db.select({ only: mailSender.only }).from(mailSender);
  return row !== undefined;
}

/**
 * Stores mails to send, in the transaction of the facts that they report. Call it only while mail
 * is on, or for notification channels.
 */
export async function addMails(tx: Db, mails: readonly NewMail[], now: Date): Promise<void> {
  if (mails.length === 0) return;
  const rows = mails.map(({ link, dueAt, locale = 'en', ...given }) => {
    const id = newId('mail');
    const { text: linkText, path, sealedBy } = link ?? {};
    const where = sealedBy && path ? { sealedPath: sealedBy.seal(path, id) } : { path };
    return {
      ...given,
      ...where,
      id,
      locale,
      linkText,
      createdAt: now,
      nextAttemptAt: dueAt ?? now,
    };
  });
  const added = await tx.insert(mail).values(rows).onConflictDoNothing().returning({ id: mail.id });
  if (added.length > 0) await tx.execute(sql`select pg_notify(${MAIL_CHANNEL}, '')`);
}
