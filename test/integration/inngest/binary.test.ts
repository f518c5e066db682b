import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '@/inngest/client';
import { serveInngest } from '@/inngest/serve';
import { startWaking } from '@/inngest/wake-deliveries';
import {
  EVENT_KEY,
  findInngest,
  type InngestProcess,
  serveOverHttp,
  startInngest,
} from '@/test/support/inngest-binary';
import { SIGNING_KEY } from '@/test/support/inngest-call';
import { type Outbox, openOutbox } from '@/test/support/outbox';
import { type Receiver, startReceiver } from '@/test/support/receiver';
import { openTestRuntime, type TestRuntime } from '@/test/support/runtime';
import { stablePort } from '@/test/support/stable-port';

const binary = findInngest(process.env);

test('Inngest’s program is the one named by INNGEST_BIN, else the first on PATH', () => {
  const program = process.execPath;
  expect(findInngest({ INNGEST_BIN: program, PATH: '/nowhere' })).toBe(program);
  expect(findInngest({ INNGEST_BIN: '/nowhere/inngest', PATH: '/usr/bin' })).toBeUndefined();
  expect(findInngest({ PATH: '/nowhere' })).toBeUndefined();
});

// No package registry has the program: without it, only the stand-in of the other tests runs.
if (binary) describeWith(binary);

function describeWith(program: string): void {
  describe("with Inngest's own server", () => {
    let outbox: Outbox;
    let receiver: Receiver;
    let own: TestRuntime;
    let inngest: InngestProcess;
    let app: { url: string; close(): Promise<void> };
    let waking: { stop(): Promise<void> };

    beforeAll(async () => {
      [outbox, receiver] = await Promise.all([openOutbox(), startReceiver()]);
      own = openTestRuntime(outbox.base.url, () => new Date());
      const port = await stablePort();
      const client = createClient(own, {
        isDev: false,
        baseUrl: `http://127.0.0.1:${port}`,
        eventKey: EVENT_KEY,
        signingKey: SIGNING_KEY,
      });
      app = await serveOverHttp(serveInngest(own, client));
      inngest = await startInngest(program, port, app.url);
      waking = await startWaking(own, client);
    });

    afterAll(async () => {
      await waking?.stop();
      await Promise.all([inngest?.stop(), app?.close(), own?.close(), receiver?.close()]);
      await outbox?.close();
    });

    test('a delivery is sent, and retried by its schedule', async () => {
      receiver.respond((_, nth) => ({ status: nth === 1 ? 503 : 204 }));
      await outbox.announceNew(receiver.url());
      await receiver.received(2, 120_000);
    }, 180_000);

    test('pending deliveries are sent within a minute of the return of a wiped server', async () => {
      const before = receiver.requests.length;
      receiver.respond((_, nth) => ({ status: nth === before + 1 ? 404 : 204 }));
      await outbox.announceNew(receiver.url());
      await receiver.received(before + 1, 120_000);
      await inngest.restartEmpty();
      await receiver.received(before + 2, 90_000);
      expect(receiver.requests).toHaveLength(before + 2);
    }, 300_000);
  });
}
