import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { apiKey } from '@/db/schema/accounts';
import { payment } from '@/db/schema/payments';
import { MAIL_LEASE_MS } from '@/lib/mail/claim-mail';
import { mailCustomers } from '@/lib/mail/mail-customers';
import { openMailOutbox } from '@/test/support/mail-outbox';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { openOutbox } from '@/test/support/outbox';
import { until } from '@/test/support/wait';

const MAILS = 12;

const outbox = await openForTestFile(openOutbox());
const box = await openForTestFile(openMailOutbox(outbox.base));
await box.base.db.update(apiKey).set({ customerMails: ['seen'] });

/** Writes the customer's mail in the transaction that marks the new payment as seen. */
async function tellCustomer(): Promise<void> {
  const [{ id }, now] = [await outbox.addPayment(null), box.clock()];
  const seen = { status: 'detected' as const, detectedAt: now, customerEmail: 'cy@acme.example' };
  await box.base.db.transaction(async (tx) => {
    await tx
      .update(payment)
      .set({ ...seen, customerKey: seen.customerEmail })
      .where(eq(payment.id, id));
    await mailCustomers(tx, [id], now);
  });
}

const idOf = (source: string) => /^message-id: (.*)$/im.exec(source)?.[1];

async function killAfter(accepted: number): Promise<void> {
  const sender = spawn(
    process.execPath,
    [
      ...['--import', 'tsx', 'test/support/mail-sender-process.ts'],
      ...[box.base.url, box.server.url().href],
    ],
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  );
  const ended = once(sender, 'exit');
  await until('the mail server has them', () => box.server.mails.length >= accepted);
  sender.kill('SIGKILL');
  await ended;
}

test('a killed sender loses no mail, and repeats only the mail that it was sending', async () => {
  for (let n = 0; n < MAILS / 2; n += 1) {
    await box.add({ fact: `mail ${n}` });
    await tellCustomer();
  }
  // The server accepts these messages without a response, and the senders are killed while they
  // wait.
  const unanswered = new Set([3, 7]);
  box.server.handle((nth) => (unanswered.has(nth) ? 'hang' : 'accept'));
  await killAfter(3);
  await killAfter(7);
  box.server.handle(() => 'accept');
  await box.send();
  // The senders' clock is ahead of this test's clock.
  box.passTime(2 * MAIL_LEASE_MS);
  await box.send();
  const ids = box.server.mails.map(({ source }) => idOf(source));
  expect(new Set(ids).size).toBe(MAILS);
  expect(ids).toHaveLength(MAILS + unanswered.size);
});
