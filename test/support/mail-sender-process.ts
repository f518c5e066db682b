import { openDatabase } from '@/db/client';
import { createLogger } from '@/lib/log';
import { sendDueMails } from '@/lib/mail/send-due-mails';
import { openMailer } from '@/lib/mail/transport';
import { testVault } from './factories';

/** Sends due mails until it is killed. */
const [databaseUrl = '', smtpUrl = ''] = process.argv.slice(2);
const { db } = openDatabase(databaseUrl);
process.once('disconnect', () => process.exit(0));
const from = { name: null, address: 'payments@shop.example' };
await sendDueMails(
  {
    db,
    vault: testVault,
    log: createLogger('silent'),
    appUrl: new URL('https://pay.example'),
    makeReport: async () => undefined,
    mailer: openMailer({ url: new URL(smtpUrl), from }),
  },
  () => new Date(),
);
process.disconnect();
