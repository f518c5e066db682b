import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { merchant } from '@/db/schema/accounts';
import { appUser, auditEntry } from '@/db/schema/people';
import { identityProviderName } from '@/lib/accounts/identity-provider-name';
import type { SignedInSession } from '@/lib/accounts/read-session';
import { signInWithProvider } from '@/lib/accounts/sign-in-with-provider';
import { parseEnv } from '@/lib/env';
import { createTestDatabase, type TestDatabase } from '@/test/support/database';
import { createTestOwner, signInAgain, testVisitor } from '@/test/support/users';

let base: TestDatabase;

beforeEach(async () => {
  base = await createTestDatabase();
});
afterEach(() => base.drop());

const now = new Date('2026-05-01T00:00:00Z');

const configured = (issuer: string) =>
  parseEnv({
    DATABASE_URL: base.url,
    AUTH_GITHUB_ID: 'id',
    AUTH_GITHUB_SECRET: 'secret',
    AUTH_OIDC_ISSUER: issuer,
    AUTH_OIDC_ID: 'id',
    AUTH_OIDC_SECRET: 'secret',
  }).signInProviders;

const signIn = (
  issuer: string,
  subject: string,
  verifiedEmail?: string,
  signedIn?: SignedInSession,
  name?: string,
) => {
  const setting = configured(issuer).find(({ id }) => id === 'oidc');
  if (!setting) throw new Error('the provider is configured');
  const provider = identityProviderName(setting);
  return signInWithProvider(
    { db: base.db, rule: 'open' },
    { provider, providerName: setting.name, subject, verifiedEmail, name },
    { visitor: testVisitor(), signedIn },
    now,
  );
};

test('the same subject id at two issuers identifies two users', async () => {
  const ann = await signIn('https://old.example', '2', 'ann@example.com');
  await expect(signIn('https://new.example', '2')).rejects.toMatchObject({
    errors: [{ code: 'email_not_verified' }],
  });
  const ben = await signIn('https://new.example', '2', 'ben@example.com');
  expect(ben).not.toBe(ann);
  expect(await signIn('https://old.example', '2')).toBe(ann);
  expect(await signIn('https://new.example', '2')).toBe(ben);
});

test.each([
  [' Ann Lee ', 'Ann Lee'],
  ['', null],
  ['a'.repeat(61), null],
  ['two\nlines', null],
  [`whsec_${'A'.repeat(43)}=`, null],
])(
  'a new user gets the name that the sign-in provider sends, unless the name is unusable: %j',
  async (claim, name) => {
    const email = `${claim.length}@example.com`;
    const id = await signIn('https://id.example', email, email, undefined, claim);
    const [user] = await base.db.select().from(appUser).where(eq(appUser.id, id));
    expect(user?.name).toBe(name);
  },
);

test('two spellings of an issuer’s URL identify the same issuer', async () => {
  const ann = await signIn('https://id.example/realm', '2', 'ann@example.com');
  expect(await signIn('https://ID.example:443/realm/', '2')).toBe(ann);
});

describe('concurrent first sign-ins with one identity', () => {
  const concurrently = (signInOne: () => Promise<string>) =>
    Promise.all(Array.from({ length: 4 }, signInOne));

  test('concurrent first sign-ins with one identity create one user and one merchant', async () => {
    const users = await concurrently(() => signIn('https://id.example', '1', 'ann@example.com'));
    expect(new Set(users).size).toBe(1);
    expect(await base.db.$count(merchant)).toBe(1);
  });

  test('concurrent sign-ins with one identity connect the identity to the signed-in user once', async () => {
    const { userId } = await createTestOwner(base.db);
    const ann = await signInAgain(base.db, userId);
    const users = await concurrently(() => signIn('https://id.example', '1', ann.email, ann));
    expect(users).toEqual([userId, userId, userId, userId]);
    const connected = eq(auditEntry.action, 'identity.connect');
    expect(await base.db.$count(auditEntry, connected)).toBe(1);
  });
});
