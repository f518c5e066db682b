import { eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { merchant } from '@/db/schema/accounts';
import { notificationChannel } from '@/db/schema/mail';
import { publicUrl } from '@/lib/domain/public-url';
import type { Logger } from '@/lib/log';
import type { ClaimedMail } from '@/lib/mail/claim-mail';
import type { MailFault } from '@/lib/mail/mail-fault';
import { sendDue } from '@/lib/mail/send-due-mails';
import type { ChannelMessage } from './message-text';
import { type PostDeps, postToChannel } from './post-to-channel';

export interface ChannelDeps extends PostDeps {
  readonly db: Db;
  readonly log: Logger;
  readonly appUrl: URL;
}

/** Concurrent senders in a process, so that a slow service does not delay the others. */
const SENDERS = 4;

/**
 * Sends due notifications to channels until none is left or `signal` aborts, and returns how many
 * messages were accepted. Any number of processes may run this concurrently.
 */
export async function sendToChannels(
  deps: ChannelDeps,
  clock: () => Date,
  signal?: AbortSignal,
): Promise<number> {
  const { db, log } = deps;
  const send = (claimed: ClaimedMail, now: Date) => sendOne(deps, claimed, now);
  const senders = Array.from({ length: SENDERS }, () =>
    sendDue({ db, log, outlet: 'channel', send }, clock, signal),
  );
  return (await Promise.all(senders)).reduce((sum, sent) => sum + sent, 0);
}

async function sendOne(
  deps: ChannelDeps,
  { first, all }: ClaimedMail,
  now: Date,
): Promise<MailFault | undefined> {
  const { id, kind, sealedTarget } = notificationChannel;
  const [channel] = await deps.db
    .select({ id, kind, sealedTarget, shop: merchant.name })
    .from(notificationChannel)
    .innerJoin(merchant, eq(merchant.id, notificationChannel.merchantId))
    .where(eq(id, first.recipient));
  if (!channel) return { message: 'The channel was removed.', isFinal: true, isOfServer: false };
  const title =
    all.length === 1
      ? `${channel.shop}: ${first.subject}`
      : `${all.length} notifications for ${channel.shop}`;
  const parts = all.map(({ subject, body, path }) => ({
    subject,
    body,
    link: path === null ? undefined : publicUrl(deps.appUrl, path),
  }));
  const notice: ChannelMessage = { title, parts };
  return postToChannel(deps, channel, notice, now);
}
