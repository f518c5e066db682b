import { expect, test } from 'vitest';
import type { Member } from '@/lib/domain/actor';
import { createTestActor } from '@/test/support/actor';
import { createTestApi } from '@/test/support/api';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';

const base = await openForTestFile(createTestDatabase());
const api = createTestApi(base);
const merchantId = (await createTestKey(base.db)).merchantId;

const someone = () => createTestActor(base.db, merchantId, 'viewer');
const VIEWS = '/api/dashboard/views';
const save = (as: Member, name: string, search = 'status=pending') =>
  api.call({ path: VIEWS, as, body: { name, search } });
const rename = (as: Member, id: string, name: string) =>
  api.call({ method: 'PATCH', path: `${VIEWS}/${id}`, as, body: { name } });
const remove = (as: Member, id: string) =>
  api.call({ method: 'DELETE', path: `${VIEWS}/${id}`, as, body: {} });
const namesOf = async (as: Member) =>
  (await api.call({ path: VIEWS, as })).json.data.map(({ name }: { name: string }) => name);

test('saved views are listed in the order of their creation, and can be renamed and deleted', async () => {
  const user = await someone();
  const { json: first } = await save(user, ' Open ', 'status=pending,detected&min=100');
  await save(user, 'Late', 'flags=late');
  expect(first).toMatchObject({ name: 'Open', search: 'status=pending,detected&min=100' });
  expect((await rename(user, first.id, 'Waiting')).json.name).toBe('Waiting');
  expect(await namesOf(user)).toEqual(['Waiting', 'Late']);
  expect((await remove(user, first.id)).status).toBe(200);
  expect(await namesOf(user)).toEqual(['Late']);
});

test('a saved view is visible only to its user and only at its merchant', async () => {
  const [user, colleague] = [await someone(), await someone()];
  const { json } = await save(user, 'Mine');
  expect(await namesOf(colleague)).toEqual([]);
  const other = (await createTestKey(base.db)).merchantId;
  const elsewhere: Member = { ...user, merchantId: other };
  expect(await namesOf(elsewhere)).toEqual([]);
  for (const as of [colleague, elsewhere]) {
    expect((await rename(as, json.id, 'Yours')).status).toBe(404);
    expect((await remove(as, json.id)).status).toBe(404);
  }
  expect(await namesOf(user)).toEqual(['Mine']);
});

test('names of saved views are unique, and a view can be saved again under its own name', async () => {
  const user = await someone();
  const { json } = await save(user, 'Open');
  const { json: late } = await save(user, 'Late');
  const again = await save(user, 'Open');
  expect([again.status, again.json.errors[0]]).toMatchObject([
    400,
    { pointer: '/name', code: 'taken' },
  ]);
  expect((await rename(user, late.id, 'Open')).status).toBe(400);
  expect((await rename(user, json.id, 'Open')).status).toBe(200);
});

test('a user can save up to twenty views, even by concurrent requests', async () => {
  const user = await someone();
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, at) => save(user, `View ${at}`)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
  const refused = answers.filter(({ status }) => status === 400);
  expect(refused.map(({ json }) => json.errors[0].code)).toEqual(Array(4).fill('too_many'));
});

test.each(['status=paid', 'page=2', 'sort=amount', 'min=-1', `q=${'a'.repeat(1_000)}`])(
  'a saved view with unknown filters is rejected: %s',
  async (search) => {
    const { status, json } = await save(await someone(), 'Wrong', search);
    expect([status, json.errors[0].pointer]).toEqual([400, '/search']);
  },
);
