import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { appUser, membership } from '@/db/schema/people';
import { joinAsNewUser } from '@/lib/accounts/accept-invitation';
import { checkSetupToken } from '@/lib/accounts/check-setup-token';
import { createDemo } from '@/lib/accounts/create-demo';
import { createMerchant } from '@/lib/accounts/create-merchant';
import { inviteMember } from '@/lib/accounts/invite-member';
import { signInWithProvider } from '@/lib/accounts/sign-in-with-provider';
import { signUp } from '@/lib/accounts/sign-up';
import { allowsSignUp, type SignUpRule } from '@/lib/accounts/sign-up-rule';
import { createThrottle } from '@/lib/accounts/throttle';
import { createTestActor } from '@/test/support/actor';
import { createTestDatabase, type TestDatabase } from '@/test/support/database';
import { testVault } from '@/test/support/factories';
import { signInAgain, testVisitor } from '@/test/support/users';

let base: TestDatabase;

beforeEach(async () => {
  base = await createTestDatabase();
});
afterEach(() => base.drop());

const now = new Date('2026-05-01T00:00:00Z');
const password = 'a long enough password';
/** On a developer's own machine, the first sign-up needs no setup token. */
const FIRST = { setupToken: undefined };

const open = (rule: SignUpRule, email: string, throttle = createThrottle(), setupToken?: string) =>
  signUp(
    { db: base.db, throttle, rule },
    { merchantName: ' Acme ', email, password, setupToken },
    testVisitor(),
    now,
  );

const fromProvider = (
  rule: SignUpRule,
  verifiedEmail: string | undefined,
  subject = 'subject-1',
  signedIn?: Parameters<typeof signInWithProvider>[2]['signedIn'],
  setupToken?: string,
) =>
  signInWithProvider(
    { db: base.db, rule },
    { provider: 'oidc', providerName: 'Acme ID', subject, verifiedEmail },
    { visitor: testVisitor(), signedIn, setupToken },
    now,
  );

describe('SIGN_UP', () => {
  test('SIGN_UP=first accepts the first sign-up and refuses the second', async () => {
    expect(await allowsSignUp(base.db, FIRST)).toBe(true);
    const { userId, merchantId } = await open(FIRST, 'Ann@Example.com ');
    expect(await allowsSignUp(base.db, FIRST)).toBe(false);
    await expect(open(FIRST, 'ben@example.com')).rejects.toMatchObject({ code: 'forbidden' });
    expect(await base.db.select().from(membership)).toMatchObject([
      { userId, merchantId, role: 'owner' },
    ]);
    expect(await base.db.select().from(appUser)).toMatchObject([{ email: 'ann@example.com' }]);
  });

  test('SIGN_UP=first accepts one of two parallel sign-ups', async () => {
    const throttle = createThrottle();
    const attempts = await Promise.allSettled(
      ['a', 'b', 'c', 'd'].map((name) => open(FIRST, `${name}@example.com`, throttle)),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await base.db.$count(appUser)).toBe(1);
  });

  test('SIGN_UP=first does not count the demo’s owner as the first user', async () => {
    const demo = await createDemo(base.db, testVault, now);
    expect(demo?.email).toBe('demo@localhost');
    await open(FIRST, 'ann@example.com');
    expect(await base.db.$count(appUser)).toBe(2);
  });

  test('SIGN_UP=closed refuses everybody, even the first user', async () => {
    await expect(open('closed', 'ann@example.com')).rejects.toMatchObject({ code: 'forbidden' });
    expect(await base.db.$count(appUser)).toBe(0);
  });

  test('SIGN_UP=open accepts everybody', async () => {
    await open('open', 'ann@example.com');
    await open('open', 'ben@example.com');
    expect(await base.db.$count(appUser)).toBe(2);
  });

  test('SIGN_UP=closed accepts an invited user with the invited e-mail address', async () => {
    const { id } = await createMerchant(base.db, 'Acme', now);
    const owner = await createTestActor(base.db, id);
    const { token } = await inviteMember(
      base.db,
      owner,
      { email: 'Cleo@example.com', role: 'member' },
      now,
    );
    const joined = await joinAsNewUser(
      { db: base.db, throttle: createThrottle() },
      { token, password, visitor: testVisitor() },
      now,
    );
    expect(joined.merchantId).toBe(id);
    const [user] = await base.db.select().from(appUser).where(eq(appUser.id, joined.userId));
    expect(user?.email).toBe('cleo@example.com');
  });

  test('SIGN_UP applies to sign-ups through a provider too', async () => {
    await expect(fromProvider('closed', 'ann@example.com')).rejects.toMatchObject({
      code: 'forbidden',
      errors: [{ code: 'sign_up_closed' }],
    });
    await fromProvider(FIRST, 'ann@example.com');
    await expect(fromProvider(FIRST, 'ben@example.com', 'subject-2')).rejects.toMatchObject({
      errors: [{ code: 'sign_up_closed' }],
    });
  });
});

describe('the setup token', () => {
  const ASKING = { setupToken: 'a token that the server printed' };
  const refused = (code: string) => ({ code: 'forbidden', errors: [{ code }] });

  test('the setup token is required for the first account, whether by form or through a provider', async () => {
    for (const wrong of [undefined, '', 'another token']) {
      await expect(
        open(ASKING, 'mallory@example.com', createThrottle(), wrong),
      ).rejects.toMatchObject(refused('setup_token_required'));
      await expect(
        fromProvider(ASKING, 'mallory@example.com', 's', undefined, wrong),
      ).rejects.toMatchObject(refused('setup_token_required'));
    }
    expect(await base.db.$count(appUser)).toBe(0);
    await fromProvider(ASKING, 'ann@example.com', 's', undefined, ASKING.setupToken);
    expect(await base.db.$count(appUser)).toBe(1);
  });

  test('even if a demo shop exists, the setup token is required, and only one account can be created with it', async () => {
    await createDemo(base.db, testVault, now);
    await expect(open(ASKING, 'mallory@example.com')).rejects.toMatchObject(
      refused('setup_token_required'),
    );
    await open(ASKING, 'ann@example.com', createThrottle(), ASKING.setupToken);
    await expect(
      open(ASKING, 'ben@example.com', createThrottle(), ASKING.setupToken),
    ).rejects.toMatchObject(refused('sign_up_closed'));
  });

  test('the setup token cannot create an account while sign-up is closed', async () => {
    await expect(
      open('closed', 'mallory@example.com', createThrottle(), ASKING.setupToken),
    ).rejects.toMatchObject(refused('sign_up_closed'));
  });

  test('wrong guesses of the setup token are limited, and the right token is still accepted afterwards', async () => {
    const limit = { points: 2, duration: 900 };
    const throttle = createThrottle({ pair: limit, address: limit, user: limit, signUp: limit });
    const guess = (token: string) =>
      checkSetupToken({ throttle, rule: ASKING }, token, testVisitor()).then(
        () => 'right',
        ({ code }: { code: string }) => code,
      );
    expect([await guess('a'), await guess('b'), await guess('c')]).toEqual([
      'invalid_request',
      'invalid_request',
      'rate_limited',
    ]);
    expect(await guess(` ${ASKING.setupToken} `)).toBe('right');
    await open(ASKING, 'ann@example.com', throttle, ASKING.setupToken);
  });
});

describe('a sign-up', () => {
  test('a sign-up is rejected if the e-mail address is in use, in any spelling', async () => {
    await open('open', 'ann@example.com');
    await expect(open('open', 'ANN@example.com')).rejects.toMatchObject({
      code: 'invalid_request',
      errors: [{ pointer: 'email', code: 'email_in_use' }],
    });
  });

  test.each(['short', 'aaaaaaaaaaaaaaa', 'ann@example.com'])(
    'a sign-up is rejected if the password is %s',
    async (weak) => {
      const attempt = signUp(
        { db: base.db, throttle: createThrottle(), rule: 'open' },
        { merchantName: 'Acme', email: 'ann@example.com', password: weak },
        testVisitor(),
        now,
      );
      await expect(attempt).rejects.toMatchObject({
        errors: [{ pointer: 'password', code: 'password_too_weak' }],
      });
    },
  );

  test('a sign-up is rejected after too many sign-ups from the same IP address', async () => {
    const limit = { points: 2, duration: 900 };
    const throttle = createThrottle({ pair: limit, address: limit, user: limit, signUp: limit });
    await open('open', 'a@example.com', throttle);
    await open('open', 'b@example.com', throttle);
    await expect(open('open', 'c@example.com', throttle)).rejects.toMatchObject({
      code: 'rate_limited',
    });
  });
});

describe('a sign-in through a provider', () => {
  test('a provider’s user id identifies the user at sign-in, even if the e-mail address has changed', async () => {
    const userId = await fromProvider(FIRST, 'ann@example.com');
    expect(await fromProvider('closed', 'ann@new.example')).toBe(userId);
    expect(await fromProvider('closed', undefined)).toBe(userId);
  });

  test('a sign-in through a provider is rejected without a verified e-mail address', async () => {
    await expect(fromProvider('open', undefined)).rejects.toMatchObject({
      errors: [{ code: 'email_not_verified' }],
    });
  });

  test('a first sign-in through a provider with an existing user’s e-mail address is refused unless that user is signed in', async () => {
    const { userId } = await open('open', 'ann@example.com');
    await open('open', 'ben@example.com');
    const ann = await signInAgain(base.db, userId, now);
    const [other] = await base.db
      .select()
      .from(appUser)
      .where(eq(appUser.email, 'ben@example.com'));
    const ben = await signInAgain(base.db, other?.id ?? '', now);
    for (const signedIn of [undefined, ben]) {
      await expect(fromProvider('open', 'Ann@example.com', 's', signedIn)).rejects.toMatchObject({
        errors: [{ code: 'account_exists' }],
      });
    }
    expect(await fromProvider('open', 'Ann@example.com', 's', ann)).toBe(userId);
    expect(await fromProvider('open', 'Ann@example.com', 's')).toBe(userId);
  });

  test('a sign-in through a provider creates no merchant for an invited user', async () => {
    const { id } = await createMerchant(base.db, 'Acme', now);
    const owner = await createTestActor(base.db, id);
    await inviteMember(base.db, owner, { email: 'cleo@example.com', role: 'viewer' }, now);
    const userId = await fromProvider('closed', 'cleo@example.com');
    expect((await signInAgain(base.db, userId, now)).merchant).toBeNull();
  });
});
