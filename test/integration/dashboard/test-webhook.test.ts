import { beforeAll, expect, test } from 'vitest';
import { createMerchant } from '@/lib/accounts/create-merchant';
import type { Member } from '@/lib/domain/actor';
import { revokeKey } from '@/lib/keys/revoke-key';
import { sendTest } from '@/lib/webhooks/delivery/send-test';
import { createTestActor } from '@/test/support/actor';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey, testVault } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { startReceiver } from '@/test/support/receiver';

let owner: Member;
let member: Member;
let viewer: Member;

const base = await openForTestFile(createTestDatabase());

beforeAll(async () => {
  const own = await createMerchant(base.db, 'Acme', new Date());
  owner = await createTestActor(base.db, own.id, 'owner');
  member = await createTestActor(base.db, own.id, 'member');
  viewer = await createTestActor(base.db, own.id, 'viewer');
});

test('after a test webhook is sent, the whole HTTP exchange is returned byte for byte', async () => {
  const receiver = await startReceiver();
  receiver.respond({ status: 503, headers: { 'x-shop': 'asleep' }, body: 'later' });
  const key = await createTestKey(base.db, { merchantId: owner.merchantId });
  const deps = { db: base.db, vault: testVault, policy: { allowPrivate: true } };
  const request = { apiKeyId: key.id, webhookUrl: receiver.url('/hooks?a=1') };
  await expect(sendTest(deps, viewer, request, new Date())).rejects.toMatchObject({
    code: 'forbidden',
  });
  const sent = await sendTest(deps, member, request, new Date());
  const [received] = receiver.requests;
  expect(receiver.requests).toHaveLength(1);
  expect(sent).toMatchObject({
    delivered: false,
    exchange: {
      response: { status: 503, body: { text: 'later' } },
      remoteAddress: '127.0.0.1',
      cause: { code: 'http_503' },
    },
  });
  expect(sent.exchange.response?.headers).toContainEqual(['x-shop', 'asleep']);
  expect(sent.exchange.request?.body).toBe(received?.body.toString());
  expect(sent.exchange.request?.headers.map(([name]) => name)).toEqual(received?.headerNames);
  expect(received?.headers['x-service-event-id']).toBe(sent.eventId);
  await receiver.close();
});

test('a test webhook is refused for a revoked key, an expired key and another merchant’s key', async () => {
  const { merchantId } = owner;
  const now = new Date();
  const ending = new Date(now.getTime() + 60_000);
  const expired = await createTestKey(base.db, { merchantId, expiresAt: ending });
  const revoked = await createTestKey(base.db, { merchantId });
  await revokeKey(base.db, owner, revoked.id, now);
  const foreign = await createTestKey(base.db);
  const deps = { db: base.db, vault: testVault, policy: { allowPrivate: true } };
  for (const { id } of [expired, revoked, foreign]) {
    const request = { apiKeyId: id, webhookUrl: 'http://127.0.0.1:1/' };
    await expect(sendTest(deps, member, request, ending)).rejects.toMatchObject({
      code: 'not_found',
    });
  }
});
