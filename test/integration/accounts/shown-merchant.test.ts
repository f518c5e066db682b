import { beforeAll, expect, test } from 'vitest';
import { invitation, membership } from '@/db/schema/people';
import { createMerchant } from '@/lib/accounts/create-merchant';
import { memberFromSignIn, readSession } from '@/lib/accounts/read-session';
import { switchMerchant } from '@/lib/accounts/switch-merchant';
import { PAGE_MERCHANT_HEADER } from '@/lib/domain/page-merchant-header';
import { createTestApi } from '@/test/support/api';
import { createTestDatabase } from '@/test/support/database';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { createTestOwner, testVisitor } from '@/test/support/users';

let other: string;

const base = await openForTestFile(createTestDatabase());
const api = createTestApi(base);
const owner = await createTestOwner(base.db);

beforeAll(async () => {
  const { userId } = owner;
  other = (await createMerchant(base.db, 'Second shop', new Date())).id;
  const row = { merchantId: other, userId, role: 'owner' as const, createdAt: new Date() };
  await base.db.insert(membership).values(row);
  await switchMerchant(base.db, owner, other);
});

const as = async () => {
  const signedIn = await readSession(base.db, owner.sessionId, new Date());
  return signedIn && memberFromSignIn(signedIn, testVisitor());
};

const invite = (merchantId: string) =>
  api.call({
    path: '/api/dashboard/team/invitations',
    as,
    headers: { [PAGE_MERCHANT_HEADER]: merchantId },
    body: { email: 'bob@example.com', role: 'owner' },
  });

test('a form is refused if the session has switched to another merchant since the page was loaded', async () => {
  const { status, json } = await invite(owner.merchantId);
  expect([status, json.code]).toEqual([403, 'forbidden']);
  expect(json.detail).toContain('Reload');
  expect(await base.db.$count(invitation)).toBe(0);
});

test('if a page shows the session’s merchant, the page’s form is accepted and applied to this merchant', async () => {
  expect((await invite(other)).status).toBe(200);
  const rows = await base.db.select().from(invitation);
  expect(rows.map(({ merchantId }) => merchantId)).toEqual([other]);
});
