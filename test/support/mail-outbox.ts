import { createMonthReporter } from '@/lib/http/reports/month-report';
import { createLogger } from '@/lib/log';
import { addMails, type NewMail } from '@/lib/mail/add-mail';
import { setMailOn } from '@/lib/mail/mail-state';
import { type SendDeps, sendDueMails } from '@/lib/mail/send-due-mails';
import { openMailer } from '@/lib/mail/transport';
import { createTestDatabase, type TestDatabase } from './database';
import { testVault } from './factories';
import { startSmtpServer } from './smtp-server';

export const MAIL_FROM = { name: null, address: 'payments@shop.example' };

/**
 * Starts a mail server, and turns mail on in a database, by default a new one. Only the test moves
 * the clock.
 */
export async function openMailOutbox(shared?: TestDatabase) {
  const base = shared ?? (await createTestDatabase());
  const server = await startSmtpServer();
  await setMailOn(base.db, true);
  let now = Date.now();
  const clock = () => new Date(now);
  const deps: SendDeps = {
    db: base.db,
    vault: testVault,
    log: createLogger('silent'),
    appUrl: new URL('https://pay.example'),
    mailer: openMailer({ url: server.url(), from: MAIL_FROM }),
    makeReport: createMonthReporter(base.db),
  };
  return {
    base,
    server,
    deps,
    clock,
    passTime: (ms: number) => {
      now += ms;
    },
    add: (given: Partial<NewMail> = {}) =>
      addMails(
        base.db,
        [{ recipient: 'ann@example.com', fact: 'a fact', subject: 'News', body: 'Text', ...given }],
        clock(),
      ),
    send: (other: Partial<SendDeps> = {}) => sendDueMails({ ...deps, ...other }, clock),
    close: async () => {
      await server.close();
      if (!shared) await base.drop();
    },
  };
}
