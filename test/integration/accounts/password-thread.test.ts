import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword, matchesPassword } from '@/lib/accounts/hash-password';
import { startTestPasswordThread } from '@/test/support/password-worker';
import { minExtraStallMs } from '@/test/support/stall';

const PASSWORD = 'a long enough pässword';
const MAX_MS = 50;
const MAX_QUEUED = 64;

let hashHere: string;
let thread: { remove(): void };

beforeAll(async () => {
  hashHere = await hashPassword(PASSWORD);
  thread = await startTestPasswordThread();
});
afterAll(() => thread.remove());

test('the password thread verifies a hash that the main process has computed, and rejects wrong passwords', async () => {
  expect(await matchesPassword(PASSWORD.normalize('NFD'), hashHere)).toBe(true);
  expect(await matchesPassword('another password', await hashPassword(PASSWORD))).toBe(false);
  expect(await matchesPassword(PASSWORD, null)).toBe(false);
});

test('twenty concurrent sign-ins do not block other requests', async () => {
  const signIns = () =>
    Promise.all(Array.from({ length: 20 }, () => matchesPassword('wrong', hashHere)));
  expect(await minExtraStallMs(async () => {}, signIns, MAX_MS)).toBeLessThanOrEqual(MAX_MS);
});

test('a full password queue refuses further passwords, and still hashes the queued passwords', async () => {
  const hashes = await Promise.allSettled(
    Array.from({ length: MAX_QUEUED + 2 }, () => hashPassword(PASSWORD)),
  );
  expect(hashes.map(({ status }) => status)).toEqual([
    ...Array(MAX_QUEUED).fill('fulfilled'),
    ...Array(2).fill('rejected'),
  ]);
  expect(hashes.at(-1)).toMatchObject({
    reason: { code: 'server_busy', retryAfterSeconds: expect.any(Number) },
  });
  expect(await hashPassword(PASSWORD)).toContain('$argon2id$');
});

test('a malformed password hash does not affect the check of another password', async () => {
  const [bad, good] = await Promise.allSettled([
    matchesPassword(PASSWORD, 'no hash'),
    matchesPassword(PASSWORD, hashHere),
  ]);
  expect([bad.status, good]).toEqual(['rejected', { status: 'fulfilled', value: true }]);
});
