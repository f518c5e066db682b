import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { delivery } from '@/db/schema/webhooks';
import { dispatchDue, MAX_PER_HOST } from '@/lib/webhooks/delivery/dispatch';
import { DELIVERY_LEASE_MS } from '@/lib/webhooks/delivery/release';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { openOutbox } from '@/test/support/outbox';
import { startReceiver } from '@/test/support/receiver';
import { until } from '@/test/support/wait';

const HOSTS = 50;
const IN_FLIGHT = HOSTS * MAX_PER_HOST;

const outbox = await openForTestFile(openOutbox());
const receivers = await openForTestFile(
  Promise.all(Array.from({ length: HOSTS }, () => startReceiver())).then((all) => ({
    all,
    close: () => Promise.all(all.map((one) => one.close())),
  })),
);

const inFlight = () => outbox.base.db.$count(delivery, eq(delivery.status, 'delivering'));

/** Sends a new event to each host with the clock stopped at `now`. Returns the duration in ms. */
async function sendToEach(now: Date): Promise<number> {
  for (const receiver of receivers.all) await outbox.announceNew(receiver.url());
  const began = performance.now();
  expect(await dispatchDue(outbox.deps, () => now)).toBe(HOSTS);
  return performance.now() - began;
}

test('another process sends to the hosts of a killed sender within a second', async () => {
  let hangs = false;
  for (const receiver of receivers.all)
    receiver.respond(() => (hangs ? new Promise<never>(() => {}) : { status: 204 }));
  await sendToEach(new Date());
  const quietMs = await sendToEach(new Date());

  hangs = true;
  for (const receiver of receivers.all)
    for (let n = 0; n < MAX_PER_HOST; n += 1) await outbox.announceNew(receiver.url());
  const sender = spawn(
    process.execPath,
    ['--import', 'tsx', 'test/support/sender-process.ts', outbox.base.url, String(IN_FLIGHT)],
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  );
  await until('all its attempts are in flight', async () => {
    const received = receivers.all.reduce((sum, { requests }) => sum + requests.length, 0);
    return received === 2 * HOSTS + IN_FLIGHT && (await inFlight()) === IN_FLIGHT;
  });
  const ended = once(sender, 'exit');
  sender.kill('SIGKILL');
  await ended;

  hangs = false;
  // The clock is stopped a second after the kill, so that no lease or pause has ended.
  const killedMs = await sendToEach(new Date(Date.now() + 1_000));
  expect(killedMs).toBeLessThan(10 * quietMs);
  expect(await inFlight()).toBe(IN_FLIGHT);
  for (const { requests } of receivers.all) expect(requests).toHaveLength(MAX_PER_HOST + 3);

  outbox.passTime(10 * DELIVERY_LEASE_MS);
  expect(await outbox.dispatch()).toBe(IN_FLIGHT);
  expect(await outbox.base.db.$count(delivery, eq(delivery.status, 'delivered'))).toBe(
    IN_FLIGHT + 3 * HOSTS,
  );
});
