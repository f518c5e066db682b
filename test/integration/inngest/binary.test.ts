import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '@/inngest/client';
import { serveInngest } from '@/inngest/serve';
import { startInngestSignals } from '@/inngest/start-inngest-signals';
import { createBitcoindSource } from '@/lib/chain/sources/node/bitcoind';
import { type JobRunner, startJobs } from '@/lib/server/jobs/runner';
import { startBitcoind, type TestNode } from '@/test/support/bitcoind';
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
import { reserveStablePort } from '@/test/support/reserve-stable-port';
import { openTestRuntime, type TestRuntime } from '@/test/support/runtime';
import { openTestMerchant } from '@/test/support/test-merchant';
import { until } from '@/test/support/wait';

const binary = findInngest(process.env);

test('the Inngest program is INNGEST_BIN if set, or else the first one found on PATH', () => {
  const program = process.execPath;
  expect(findInngest({ INNGEST_BIN: program, PATH: '/nowhere' })).toBe(program);
  expect(findInngest({ INNGEST_BIN: '/nowhere/inngest', PATH: '/usr/bin' })).toBeUndefined();
  expect(findInngest({ PATH: '/nowhere' })).toBeUndefined();
});

// No package registry has the Inngest program; without it, only tests with the stand-in run.
if (binary) describeWith(binary);

function describeWith(program: string): void {
  describe("with Inngest's own server", () => {
    let outbox: Outbox;
    let receiver: Receiver;
    let node: TestNode;
    let own: TestRuntime;
    let inngest: InngestProcess;
    let app: { url: string; close(): Promise<void> };
    let startInngestWay: () => Promise<JobRunner>;
    let waking: JobRunner;

    beforeAll(async () => {
      const zmqPort = await reserveStablePort();
      const zmq = ['sequence', 'rawtx', 'hashblock'].map(
        (topic) => `-zmqpub${topic}=tcp://127.0.0.1:${zmqPort}`,
      );
      [outbox, receiver, node] = await Promise.all([
        openOutbox(),
        startReceiver(),
        startBitcoind({ blocks: 200, flags: zmq }),
      ]);
      const clock = () => new Date();
      own = openTestRuntime(outbox.base.url, clock, { BITCOIN_REGTEST: node.url });
      const port = await reserveStablePort();
      const client = createClient(own, {
        isDev: false,
        baseUrl: `http://127.0.0.1:${port}`,
        eventKey: EVENT_KEY,
        signingKey: SIGNING_KEY,
      });
      app = await serveOverHttp(serveInngest(own, client));
      inngest = await startInngest(program, port, app.url);
      startInngestWay = () => startInngestSignals(own, client);
      waking = await startInngestWay();
    });

    afterAll(async () => {
      await waking?.stop();
      await Promise.all([inngest?.stop(), app?.close(), own?.close(), receiver?.close()]);
      await Promise.all([outbox?.close(), node?.stop()]);
    });

    test('Inngest sends a delivery, and retries it on its schedule', async () => {
      receiver.respond((_, nth) => ({ status: nth === 1 ? 503 : 204 }));
      await outbox.announceNew(receiver.url());
      await receiver.received(2, 120_000);
    }, 180_000);

    test('with Inngest, payments and blocks are announced at most half a second later than with the built-in jobs', async () => {
      receiver.respond({ status: 204 });
      const viaInngest = await timesOfPayments();
      await waking.stop();
      const jobs = await startJobs(own);
      const inProcess = await timesOfPayments();
      await jobs.stop();
      waking = await startInngestWay();
      const moreFor = (kind: keyof typeof inProcess) =>
        median(viaInngest[kind]) - median(inProcess[kind]);
      expect(moreFor('payment.detected')).toBeLessThan(500);
      expect(moreFor('payment.confirmed')).toBeLessThan(500);
    }, 300_000);

    test('after Inngest restarts without its state, pending deliveries are sent within a minute', async () => {
      const before = receiver.requests.length;
      receiver.respond((_, nth) => ({ status: nth === before + 1 ? 404 : 204 }));
      await outbox.announceNew(receiver.url());
      await receiver.received(before + 1, 120_000);
      await inngest.restartEmpty();
      await receiver.received(before + 2, 90_000);
      expect(receiver.requests).toHaveLength(before + 2);
    }, 300_000);

    test('all payments made while Inngest restarts without its state are announced', async () => {
      receiver.respond({ status: 204 });
      const merchant = await openMerchant();
      const webhookUrl = receiver.url('/restart');
      const ids: string[] = [];
      let restarting: Promise<void> | undefined;
      for (let nth = 0; nth < PAYMENTS; nth++) {
        const { id, address } = await merchant.create({ webhookUrl, requiredConfirmations: 1 });
        ids.push(id);
        await node.sendTo(address, 100_000);
        if (nth === PAYMENTS / 2) restarting = inngest.restartEmpty();
      }
      await restarting;
      const allAnnounced = async (kind: string) => {
        for (const id of ids)
          await until(`${kind} of ${id}`, () => announcementOf(kind, id), 150_000);
      };
      // An earlier block would confirm pending payments directly, with one event instead of two.
      await allAnnounced('payment.detected');
      await node.mine();
      await allAnnounced('payment.confirmed');
    }, 300_000);

    const openMerchant = () => {
      const source = createBitcoindSource('regtest', new URL(node.url), undefined, 'off');
      return openTestMerchant(() => source, 'regtest', Promise.resolve(outbox.base));
    };

    const announcementOf = (kind: string, id: string) =>
      receiver.requests.find(
        ({ headers, body }) => headers['x-event-type'] === kind && body.includes(id),
      );

    /** Milliseconds from the broadcast or the block to the webhook, for one payment at a time. */
    async function timesOfPayments() {
      const merchant = await openMerchant();
      const times = { 'payment.detected': [] as number[], 'payment.confirmed': [] as number[] };
      const note = async (kind: keyof typeof times, id: string, since: number) => {
        const { at } = await until(`${kind} of ${id}`, () => announcementOf(kind, id));
        times[kind].push(at.getTime() - since);
      };
      for (let nth = 0; nth < PAYMENTS; nth++) {
        const { id, address } = await merchant.create({
          webhookUrl: receiver.url(),
          requiredConfirmations: 1,
        });
        await node.sendTo(address, 100_000);
        await note('payment.detected', id, Date.now());
        await node.mine();
        await note('payment.confirmed', id, Date.now());
      }
      return times;
    }
  });
}

const PAYMENTS = 20;

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
