import { eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { merchant } from '@/db/schema/accounts';
import { merchantFace } from '@/db/schema/faces';
import type { CalendarMonth } from '@/lib/domain/local-days';
import type { Vault } from '@/lib/keys/vault';
import type { Logger } from '@/lib/log';
import { type ClaimedMail, claimMail, type MailDestinationKind } from './claim-mail';
import { completeMail } from './complete-mail';
import { composeMessage, type MonthReport, type SenderBranding } from './compose-message';
import type { MailFault } from './mail-fault';
import type { Mailer } from './transport';

export const MAIL_OUTCOMES = ['sent', 'retry', 'refused'] as const;
export type MailOutcome = (typeof MAIL_OUTCOMES)[number];

export interface SendDeps {
  readonly db: Db;
  readonly vault: Vault;
  readonly log: Logger;
  readonly appUrl: URL;
  readonly mailer: Mailer;
  readonly makeReport: MakeReport;
  readonly observe?: ((outcome: MailOutcome) => void) | undefined;
}

/** Returns the report of a month; undefined if the recipient is no longer a member. */
export type MakeReport = (
  of: { readonly merchantId: string; readonly email: string; readonly month: CalendarMonth },
  now: Date,
) => Promise<MonthReport | undefined>;

/**
 * Sends due mails one after the other, until none is left, the mail server fails, or `signal`
 * aborts. Returns how many messages were accepted. Several processes may do this concurrently.
 */
export function sendDueMails(
  deps: SendDeps,
  clock: () => Date,
  signal?: AbortSignal,
): Promise<number> {
  return sendDue(
    { ...deps, outlet: 'mail', send: (one, now) => send(deps, one, now) },
    clock,
    signal,
  );
}

interface SendDueDeps extends Pick<SendDeps, 'db' | 'log' | 'observe'> {
  readonly outlet: MailDestinationKind;
  readonly send: (claimed: ClaimedMail, now: Date) => Promise<MailFault | undefined>;
}

/** Like {@link sendDueMails}, for mails or for messages to channels. */
export async function sendDue(
  { db, log, observe, outlet, send: sendOne }: SendDueDeps,
  clock: () => Date,
  signal?: AbortSignal,
): Promise<number> {
  let sent = 0;
  while (!signal?.aborted) {
    const claimed = await claimMail(db, clock(), outlet);
    if (!claimed) break;
    const fault = await sendOne(claimed, clock());
    await completeMail(db, claimed, fault, clock());
    observe?.(fault ? (fault.isFinal ? 'refused' : 'retry') : 'sent');
    if (!fault) sent += 1;
    else
      log.warn(
        { mail: claimed.first.id, reason: fault.message },
        `a ${outlet === 'mail' ? 'mail' : 'message to a channel'} was not accepted`,
      );
    if (fault?.isOfServer) break;
  }
  return sent;
}

async function send(
  { db, vault, log, appUrl, mailer, makeReport }: SendDeps,
  claimed: ClaimedMail,
  now: Date,
): Promise<MailFault | undefined> {
  const { merchantId, report: month, recipient: email } = claimed.first;
  let report: MonthReport | undefined;
  if (merchantId !== null && month !== null) {
    try {
      report = await makeReport({ merchantId, email, month }, now);
    } catch (error) {
      log.error({ err: error, month }, 'a monthly report could not be made');
      return ofReport('The report could not be made.', false);
    }
    if (!report) return ofReport('The recipient is no longer a member.', true);
  }
  const sender = merchantId === null ? null : await readSender(db, merchantId);
  return mailer.send(composeMessage(claimed, { appUrl, vault, sender, report }));
}

const ofReport = (message: string, isFinal: boolean) => ({ message, isFinal, isOfServer: false });

async function readSender(db: Db, merchantId: string): Promise<SenderBranding | null> {
  const { supportEmail, logo, logoWidth } = merchantFace;
  const [row] = await db
    .select({ name: merchant.name, supportEmail, logo, logoWidth })
    .from(merchant)
    .leftJoin(merchantFace, eq(merchantFace.merchantId, merchant.id))
    .where(eq(merchant.id, merchantId));
  return row ?? null;
}
