import { expect, test } from 'vitest';
import vectors from '@/test/vectors/totp.json' with { type: 'json' };
import { newTotpSecret, totpCode, totpStep, totpUri } from './totp';

const { secret } = vectors;
const at = (seconds: number) => new Date(seconds * 1000);

test.each(vectors.valid)(
  'at the Unix time $unix_seconds, the authenticator app shows the code $code',
  ({ unix_seconds: now, code }) => {
    expect(totpCode(secret, at(now))).toBe(code);
    expect(totpStep(secret, code, at(now))).toBe(Math.floor(now / 30));
  },
);

test.each(vectors.invalid)(
  'at the Unix time $unix_seconds, the authenticator code $code is refused',
  ({ unix_seconds: now, code }) => {
    expect(totpStep(secret, code, at(now))).toBeUndefined();
  },
);

test('an authenticator code is accepted if the phone’s clock is off by at most 30 seconds', () => {
  const code = totpCode(secret, at(600));
  const steps = [540, 570, 600, 630, 660].map((now) => totpStep(secret, code, at(now)));
  expect(steps).toEqual([undefined, 20, 20, 20, undefined]);
});

test('a new authenticator secret has 160 random bits, and its URI names the server and the user', () => {
  const own = newTotpSecret();
  expect(own).toMatch(/^[A-Z2-7]{32}$/);
  expect(newTotpSecret()).not.toBe(own);
  expect(totpUri(own, 'ann@example.com')).toBe(
    `otpauth://totp/Blocktally:ann%40example.com?issuer=Blocktally&secret=${own}&algorithm=SHA1&digits=6&period=30`,
  );
});
