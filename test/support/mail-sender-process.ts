import { openDatabase } from '@/db/client';
import { sendToChannels } from '@/lib/channels/send-to-channels';
import { createLogger } from '@/lib/log';
import { sendDueMails } from '@/lib/mail/send-due-mails';
import { openMailer } from '@/lib/mail/transport';
import { testVault } from './factories';

/**
 * Sends due mails until it is killed. Without a mail server, sends due notifications to channels.
 */
const [databaseUrl = '', smtpUrl = ''] = process.argv.slice(2);
const { db } = openDatabase(databaseUrl);
process.once('disconnect', () => process.exit(0));
const shared = {
  db,
  vault: testVault,
  log: createLogger('silent'),
  appUrl: new URL('https://pay.example'),
};
const clock = () => new Date();
if (smtpUrl) {
  const from = { name: null, address: 'payments@shop.example' };
  const mailer = openMailer({ url: new URL(smtpUrl), from });
  await sendDueMails({ ...shared, mailer, makeReport: async () => undefined }, clock);
} else {
  await sendToChannels({ ...shared, policy: { allowPrivate: true } }, clock);
}
process.disconnect();
