import { expect, test } from 'vitest';
import { memberFromSignIn, readSession } from '@/lib/accounts/read-session';
import { removeMember } from '@/lib/accounts/remove-member';
import { OPERATOR } from '@/lib/domain/actor';
import { SLOW_BODY_MS } from '@/lib/http/pipeline';
import { revokeKey } from '@/lib/keys/revoke-key';
import { createTestActor } from '@/test/support/actor';
import { createTestApi, type TestRequest } from '@/test/support/api';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { createTestOwner, testVisitor } from '@/test/support/users';
import { until } from '@/test/support/wait';

const base = await openForTestFile(createTestDatabase());
const api = createTestApi(base);

/** Sends half of a body, runs `happen`, and then sends the rest. */
async function sendSlowly(
  request: Omit<TestRequest, 'body'>,
  [first, rest]: readonly [string, string],
  happen: () => Promise<unknown>,
  to = api,
) {
  const began = performance.now();
  const half = new TransformStream<Uint8Array, Uint8Array>();
  const answer = to.call({ ...request, method: 'POST', body: half.readable });
  const writer = half.writable.getWriter();
  await writer.write(Buffer.from(first));
  await happen();
  await until('the body counts as slow', () => performance.now() - began > 2 * SLOW_BODY_MS);
  await writer.write(Buffer.from(rest));
  await writer.close();
  return answer;
}

test('a create request is refused if its key is revoked while the server receives the body', async () => {
  const { apiKey, id } = await createTestKey(base.db);
  const create = { path: '/v1/btc/payments', key: apiKey };
  const body = ['{"amount_sats":', '1000}'] as const;
  const revoke = () => revokeKey(base.db, OPERATOR, id, new Date());
  expect((await sendSlowly(create, body, async () => {})).status).toBe(201);
  expect((await sendSlowly(create, body, revoke)).status).toBe(401);
});

test('a request whose body arrives slowly counts as one request against the rate limit', async () => {
  const { apiKey } = await createTestKey(base.db);
  const limited = createTestApi(base, { RATE_LIMIT_PER_KEY: '600' });
  const create = { path: '/v1/btc/payments', key: apiKey };
  const body = ['{"amount_sats":', '1000}'] as const;
  const { headers } = await sendSlowly(create, body, async () => {}, limited);
  expect(headers.ratelimit).toMatch(/^"key";r=599;t=\d+$/);
});

test('a change by an owner is refused if the owner is removed while the server receives the body', async () => {
  const boss = await createTestOwner(base.db);
  const other = await createTestActor(base.db, boss.merchantId, 'owner');
  const { id } = await createTestKey(base.db, { merchantId: boss.merchantId });
  const as = async () => {
    const signedIn = await readSession(base.db, other.sessionId, new Date());
    return signedIn && memberFromSignIn(signedIn, testVisitor());
  };
  const rotate = { path: `/api/dashboard/keys/${id}/rotate`, as };
  const body = ['{"overlap_seconds":', '60}'] as const;
  const remove = () => removeMember(base.db, boss, other.userId, new Date());
  expect((await sendSlowly(rotate, body, async () => {})).status).toBe(200);
  expect((await sendSlowly(rotate, body, remove)).status).toBe(401);
});
