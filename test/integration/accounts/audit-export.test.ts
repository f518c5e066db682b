import { beforeEach, expect, test } from 'vitest';
import { changeMerchantSetting } from '@/lib/accounts/change-merchant-setting';
import { renameUser } from '@/lib/accounts/rename-user';
import { listAuditEntries } from '@/lib/audit/list-audit-entries';
import type { Member } from '@/lib/domain/actor';
import { updateKey } from '@/lib/keys/update-key';
import { createTestActor } from '@/test/support/actor';
import { createTestApi } from '@/test/support/api';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { createTestOwner } from '@/test/support/users';

let owner: Member;

const base = await openForTestFile(createTestDatabase());
beforeEach(async () => {
  owner = await createTestOwner(base.db);
});

test('the audit log can be filtered by user and time, and its CSV export escapes spreadsheet formulas', async () => {
  const api = createTestApi(base);
  const mate = await createTestActor(base.db, owner.merchantId);
  await renameUser(base.db, mate, '=HYPERLINK("x")', new Date('2026-05-03T00:00:00Z'));
  await changeMerchantSetting(base.db, owner, 'name', 'B', new Date('2026-05-02T00:00:00Z'));
  await changeMerchantSetting(base.db, mate, 'name', 'C', new Date('2026-05-04T00:00:00Z'));
  const read = async (search: string) => {
    const { json } = await api.call({ path: `/api/dashboard/audit?${search}`, as: owner });
    return json.data.map(({ sentence }: { sentence: { before: string } }) => sentence.before);
  };
  const [first, second] = ['renamed the merchant: Test shop → B', 'renamed the merchant: B → C'];
  const renamed = 'changed their name: none → =HYPERLINK("x")';
  expect(await read('')).toEqual([second, renamed, first]);
  expect(await read(`user=${owner.userId}`)).toEqual([first]);
  const day = Date.parse('2026-05-03T00:00:00Z') / 1_000;
  expect(await read(`from=${day}&to=${day}`)).toEqual([renamed]);
  const { json } = await api.call({ path: '/api/dashboard/audit', as: owner });
  expect(json.actors.map(({ user_id }: { user_id: string }) => user_id)).toContain(mate.userId);
  expect(json.actors).toHaveLength(2);
  const path = `/api/dashboard/audit/export?from=${day}&to=${day}`;
  const { text, headers } = await api.call({ path, as: owner });
  expect(headers['content-disposition']).toMatch(/filename="audit-log-.*\.csv"/);
  const [head, line, end] = text.split('\r\n');
  expect(head).toBe('time,name,email,what_happened,ip_address,request_id');
  expect(line).toContain('"2026-05-03T00:00:00.000Z","\'=HYPERLINK(""x"")",');
  expect(end).toBe('');
  const member = await createTestActor(base.db, owner.merchantId, 'member');
  expect((await api.call({ path, as: member })).status).toBe(403);
});

test('a changed API key is recorded with the old and the new value', async () => {
  const key = await createTestKey(base.db, { merchantId: owner.merchantId, name: 'Till' });
  await updateKey(base.db, owner, key.id, { name: 'Bar', allowManagement: true }, new Date());
  const { entries } = await listAuditEntries(base.db, owner, { limit: 1 });
  expect(entries[0]?.data).toEqual({
    name: 'Bar',
    changed: { name: { from: 'Till', to: 'Bar' }, allowManagement: { from: 'off', to: 'on' } },
  });
});
