import { expect, test } from 'vitest';
import { changeMerchantSetting } from '@/lib/accounts/change-merchant-setting';
import { signUp } from '@/lib/accounts/sign-up';
import { createThrottle } from '@/lib/accounts/throttle';
import { createTestActor } from '@/test/support/actor';
import { createTestApi } from '@/test/support/api';
import { createTestDatabase } from '@/test/support/database';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { testVisitor } from '@/test/support/users';

const base = await openForTestFile(createTestDatabase());
const NOW = new Date('2026-11-30T23:30:00Z');
const api = createTestApi(base, {}, undefined, () => NOW);

test('reports use the merchant’s time zone, which is initially the owner’s, even if the browser’s time zone differs', async () => {
  const { merchantId } = await signUp(
    { db: base.db, throttle: createThrottle(), rule: { setupToken: undefined } },
    {
      ...{ merchantName: 'Acme', email: 'ann@example.com', password: 'a long enough password' },
      timeZone: 'Europe/Berlin',
    },
    testVisitor(),
    NOW,
  );
  const owner = await createTestActor(base.db, merchantId, 'owner');
  const read = async (path: string) =>
    (await api.call({ path: `/api/dashboard/${path}?time_zone=America/New_York`, as: owner })).json;
  const report = await read('reports');
  expect([report.time_zone, report.period.name]).toEqual(['Europe/Berlin', '2026-12']);
  const month = await read('home/month');
  expect([month.time_zone, month.month]).toEqual(['Europe/Berlin', '2026-12']);
  await changeMerchantSetting(base.db, owner, 'timeZone', null, NOW);
  expect((await read('reports')).time_zone).toBe('America/New_York');
});
