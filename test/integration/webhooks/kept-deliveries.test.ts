import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { getDelivery } from '@/lib/webhooks/delivery/views/get-delivery';
import { EndpointConnections } from '@/lib/webhooks/transport/endpoint-connections';
import { createTestActor } from '@/test/support/actor';
import { createTestKey } from '@/test/support/factories';
import {
  closeServersAndPools,
  connectionNumbers,
  LONG_IDLE,
  OK_RESPONSE,
  startTrackedServer,
  TLS_OPTIONS,
} from '@/test/support/keeping';
import { type Outbox, openOutbox } from '@/test/support/outbox';
import { type Receiver, startReceiver } from '@/test/support/receiver';

const run = promisify(execFile);

let outbox: Outbox;
let receiver: Receiver;
let connections: EndpointConnections;

beforeEach(async () => {
  [outbox, receiver] = await Promise.all([openOutbox(), startReceiver()]);
  connections = new EndpointConnections(LONG_IDLE);
});

afterEach(async () => {
  connections.close();
  await Promise.all([outbox.close(), receiver.close(), closeServersAndPools()]);
});

test('deliveries to one endpoint use no more connections than there are concurrent deliveries', async () => {
  await Promise.all(Array.from({ length: 60 }, () => outbox.announceNew(receiver.url())));
  expect(await outbox.dispatch({ connections })).toBe(60);
  expect(receiver.requests).toHaveLength(60);
  expect(receiver.connections).toBeLessThanOrEqual(8);
  expect(connections.idle).toBe(receiver.connections);
});

test('two merchants with the same endpoint share no connection', async () => {
  const other = await createTestKey(outbox.base.db);
  await outbox.announceNew(receiver.url());
  await outbox.dispatch({ connections });
  await outbox.announceNew(receiver.url(), other);
  await outbox.dispatch({ connections });
  expect([receiver.connections, connections.idle]).toEqual([2, 2]);
});

test('an attempt over a kept connection records the sent request and no connect time', async () => {
  await outbox.announceNew(receiver.url());
  await outbox.dispatch({ connections });
  const second = await outbox.announceNew(receiver.url('/second'));
  await outbox.dispatch({ connections });
  expect(receiver.connections).toBe(1);
  const actor = await createTestActor(outbox.base.db, outbox.key.merchantId, 'viewer');
  const { id } = await outbox.delivery(second);
  const [attempt] = (await getDelivery(outbox.base.db, actor, id)).attempts;
  expect(attempt?.exchange).toMatchObject({
    remoteAddress: '127.0.0.1',
    timings: { connectMs: null, tlsMs: null, firstByteMs: expect.any(Number) },
  });
  const received = receiver.requests.at(-1);
  const shown = attempt?.exchange.request?.headers ?? [];
  expect(shown.map(([name]) => name)).toEqual(received?.headerNames);
  expect(received?.headerNames).not.toContain('Connection');
});

test('a delivery whose kept connection was closed needs only one attempt, which succeeds', async () => {
  await outbox.announceNew(receiver.url());
  await outbox.dispatch({ connections });
  const { port } = receiver;
  await receiver.close();
  receiver = await startReceiver('127.0.0.1', port);
  const second = await outbox.announceNew(receiver.url());
  await outbox.dispatch({ connections });
  const { id, status } = await outbox.delivery(second);
  expect([status, (await outbox.attempts(id)).length]).toEqual(['delivered', 1]);
  expect(receiver.requests).toHaveLength(1);
});

test.each([
  ['HTTP', undefined],
  ['HTTPS', TLS_OPTIONS],
])('idle connections over %s do not keep the process alive', async (_what, tls) => {
  const server = await startTrackedServer(OK_RESPONSE, { tls });
  const program = ['--import', 'tsx', 'test/support/post-process.ts', server.url];
  const { stdout } = await run(process.execPath, program);
  expect(stdout).toBe('idle: 1\n');
  expect(connectionNumbers(server)).toEqual([1, 1]);
});
