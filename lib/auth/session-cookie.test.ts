import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { sessionSecret } from '@/lib/keys/secret-key';
import { sealSession, unsealSession } from './session-cookie';

test('a cookie opens its session only with the secret key that sealed the cookie', async () => {
  const [before, after] = [sessionSecret(randomBytes(32)), sessionSecret(randomBytes(32))];
  const cookie = await sealSession('ses_1', before);
  expect(await unsealSession(cookie, before)).toBe('ses_1');
  expect(await unsealSession(cookie, after)).toBeUndefined();
});
