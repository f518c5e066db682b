import { expect, test } from 'vitest';
import { isEmail } from './email';

test.each(['ann@example.com', 'demo@localhost', 'bücher+1@xn--bcher-kva.example', '用户@例え.jp'])(
  '%s is a valid e-mail address',
  (text) => expect(isEmail(text)).toBe(true),
);

test.each([
  'ann',
  '@example.com',
  'a b@example.com',
  'a@b@c',
  'a\0@example.com',
  'a@\u202eb',
  '\ud800@a',
  `${'a'.repeat(250)}@b.example`,
])('%j is not a valid e-mail address', (text) => expect(isEmail(text)).toBe(false));
