import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { MAIL_LEASE_MS } from '@/lib/mail/claim-mail';
import { openChannelOutbox } from '@/test/support/channel-outbox';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { startReceiver } from '@/test/support/receiver';

const CHANNELS = 10;
const ANSWERED = 3;
/** The number of messages in flight when all senders of a process wait for a response. */
const UNANSWERED = 4;

const box = await openForTestFile(openChannelOutbox());
const receiver = await openForTestFile(startReceiver());

test('after a sender is killed, no message to a channel is lost, and only messages in flight are repeated', async () => {
  // The killed process uses the real clock, so its notifications must already be due.
  box.passTime(-60_000);
  for (let nth = 0; nth < CHANNELS; nth += 1)
    await box.add({ kind: 'slack', url: receiver.url(`/services/${nth}`) });
  await box.tell({ fact: 'one' });
  receiver.respond((_, nth) => (nth <= ANSWERED ? { status: 200 } : 'hang'));
  const sender = spawn(
    process.execPath,
    ['--import', 'tsx', 'test/support/mail-sender-process.ts', box.base.url],
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  );
  const ended = once(sender, 'exit');
  await receiver.received(ANSWERED + UNANSWERED);
  sender.kill('SIGKILL');
  await ended;
  receiver.respond({ status: 200 });
  await box.send();
  box.passTime(2 * MAIL_LEASE_MS);
  await box.send();
  const paths = receiver.requests.map(({ path }) => path);
  expect(new Set(paths).size).toBe(CHANNELS);
  expect(paths).toHaveLength(CHANNELS + UNANSWERED);
});
