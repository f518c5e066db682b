import { expect, test } from 'vitest';
import type { Member } from '@/lib/domain/actor';
import type { Api } from './api';
import { apiForPage } from './read-page-data';

test('the notices are read once for each page, however many queries of the page need them', async () => {
  let reads = 0;
  const readNotices = async () => {
    reads += 1;
    return {} as Awaited<ReturnType<Api['readNotices']>>;
  };
  const api = { readNotices } as unknown as Api;
  const actor = {} as Member;
  const page = apiForPage(api);
  const both = [page.readNotices(actor, new Date(1)), page.readNotices(actor, new Date(2))];
  const [first, second] = await Promise.all(both);
  expect(first).toBe(second);
  expect(reads).toBe(1);
  await apiForPage(api).readNotices(actor, new Date(3));
  expect(reads).toBe(2);
});
