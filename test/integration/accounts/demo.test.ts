import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { merchant } from '@/db/schema/accounts';
import { appUser } from '@/db/schema/people';
import { acceptInvitation, joinAsNewUser } from '@/lib/accounts/accept-invitation';
import { createDemo, DEMO_EMAIL } from '@/lib/accounts/create-demo';
import { inviteMember } from '@/lib/accounts/invite-member';
import { signUp } from '@/lib/accounts/sign-up';
import { allowsSignUp } from '@/lib/accounts/sign-up-rule';
import { createThrottle } from '@/lib/accounts/throttle';
import { authenticateApiKey } from '@/lib/keys/authenticate-api-key';
import { runNode } from '@/scripts/lib/run.mjs';
import { createTestActor } from '@/test/support/actor';
import { createTestDatabase } from '@/test/support/database';
import { testVault } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { testVisitor } from '@/test/support/users';

const base = await openForTestFile(createTestDatabase());

const now = new Date('2026-05-01T00:00:00Z');
const later = new Date('2026-05-02T00:00:00Z');

const makeDemo = (dataDir: string) =>
  runNode(['--import', 'tsx', 'scripts/demo.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: base.url,
      DATA_DIR: dataDir,
      SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    },
  });

test('if the demo’s secrets cannot be stored, no demo shop is created', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'blocktally-demo-'));
  const file = path.join(folder, 'a-file');
  writeFileSync(file, '');
  const refused = await makeDemo(file);
  expect(refused.ok).toBe(false);
  expect(refused.output).toContain(file);
  expect(await base.db.$count(merchant)).toBe(0);

  mkdirSync(path.join(folder, 'data'));
  expect(await makeDemo(path.join(folder, 'data'))).toEqual({
    ok: true,
    output: '',
    killed: false,
  });
  const kept = JSON.parse(readFileSync(path.join(folder, 'data', 'demo.json'), 'utf8'));
  const key = await authenticateApiKey(base.db, `Bearer ${kept.api_key}`, new Date());
  expect(key).toMatchObject({ network: 'regtest' });
});

test('sign-up stays open to the first user while only the demo’s owner and team have accounts', async () => {
  const { db, drop } = await createTestDatabase();
  await createDemo(db, testVault, now);
  const [shop] = await db.select().from(merchant);
  const owner = await createTestActor(db, shop?.id ?? '');
  const guest = { email: 'guest@example.com', role: 'viewer' } as const;
  const { token } = await inviteMember(db, owner, guest, now);
  const deps = { db, throttle: createThrottle(), rule: { setupToken: undefined } };
  const password = 'a long enough password';
  const visitor = testVisitor();
  await joinAsNewUser(deps, { token, password, visitor }, now);
  const account = { merchantName: 'Acme', email: 'ann@example.com', password };
  expect(await allowsSignUp(db, deps.rule)).toBe(true);
  await signUp(deps, account, visitor, now);
  expect(await allowsSignUp(db, deps.rule)).toBe(false);
  await drop();
});

test('sign-up stays closed after the demo’s owner joins the first user’s team', async () => {
  const { db, drop } = await createTestDatabase();
  await createDemo(db, testVault, now);
  const deps = { db, throttle: createThrottle(), rule: { setupToken: undefined } };
  const visitor = testVisitor();
  const account = {
    merchantName: 'Acme',
    email: 'ann@example.com',
    password: 'a long enough password',
  };
  const { merchantId } = await signUp(deps, account, visitor, later);
  const ann = await createTestActor(db, merchantId);
  const { token } = await inviteMember(db, ann, { email: DEMO_EMAIL, role: 'viewer' }, later);
  const [demo] = await db.select().from(appUser).where(eq(appUser.demo, true));
  const session = { sessionId: '', factorAt: later, lacksFactor: false, merchant: null };
  const signedIn = { userId: demo?.id ?? '', email: DEMO_EMAIL, ...session };
  await acceptInvitation(db, { token, visitor, signedIn }, later);
  expect(await allowsSignUp(db, deps.rule)).toBe(false);
  await drop();
});
