import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { sessionSecret } from '@/lib/keys/secret-key';
import {
  sealPendingSignIn,
  sealSession,
  unsealPendingSignIn,
  unsealSession,
} from './session-cookie';

test('a session cookie is accepted only with the secret key that sealed the cookie', async () => {
  const [before, after] = [sessionSecret(randomBytes(32)), sessionSecret(randomBytes(32))];
  const cookie = await sealSession('ses_1', before);
  expect(await unsealSession(cookie, before)).toBe('ses_1');
  expect(await unsealSession(cookie, after)).toBeUndefined();
});

test('a sign-in without its second factor expires after five minutes, and its cookie is not accepted as a session', async () => {
  const secret = sessionSecret(randomBytes(32));
  const now = new Date();
  const user = { userId: 'usr_1', passwordMark: 'mark' };
  const cookie = await sealPendingSignIn(user, secret, now);
  const after = (seconds: number) =>
    unsealPendingSignIn(cookie, secret, new Date(now.getTime() + seconds * 1000));
  expect(await after(300)).toEqual(user);
  expect(await after(301)).toBeUndefined();
  expect(await unsealSession(cookie, secret)).toBeUndefined();
  expect(
    await unsealPendingSignIn(await sealSession('ses_1', secret), secret, now),
  ).toBeUndefined();
});
