import { beforeAll, describe, expect, it } from 'vitest';
import { createTestApi } from '@/test/support/api';
import { createTestKey } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { openOutbox } from '@/test/support/outbox';

const outbox = await openForTestFile(openOutbox());
const api = createTestApi(outbox.base);
const key = await createTestKey(outbox.base.db);

const get = (path: string, apiKey = key.apiKey) =>
  api.call({ path: `/v1/events${path}`, key: apiKey });

beforeAll(async () => {
  const payment = await outbox.addPayment(null, key);
  await outbox.announce(payment);
  await outbox.announce(payment, 'payment.confirmed');
});

describe('200', () => {
  it('an empty `after` parameter is treated as absent, so that a shop can send a stored empty cursor', async () => {
    const { status, json } = await get('?after=');
    expect([status, json]).toEqual([200, (await get('')).json]);
    expect(json.data).toHaveLength(2);
  });

  it('after=now returns no events, and the id of the newest event is the cursor', async () => {
    const { json } = await get('?after=now');
    const newest = (await get('')).json.data.at(-1).id;
    expect(json).toEqual({
      data: [],
      pagination: { limit: 50, has_more: false, next_after: newest },
    });
  });

  it('after=now for a key without events returns no cursor, so the next list starts at the first event', async () => {
    const { apiKey } = await createTestKey(outbox.base.db);
    expect((await get('?after=now', apiKey)).json.pagination.next_after).toBeNull();
  });

  it('the parameter `type` selects the events of one or several types', async () => {
    const types = async (query: string) =>
      (await get(query)).json.data.map(({ type }: { type: string }) => type);
    expect(await types('?type=payment.confirmed')).toEqual(['payment.confirmed']);
    expect(await types('?type=payment.confirmed,payment.expired')).toEqual(['payment.confirmed']);
    expect(await types('?type=payment.expired')).toEqual([]);
  });

  it('an event that is read by its id is the same as in the list', async () => {
    for (const event of (await get('')).json.data) {
      expect((await get(`/${event.id}`)).json).toEqual(event);
    }
  });
});

describe('400', () => {
  it.each([
    '?after=yesterday',
    '?after=pay_0000000000000000000000',
    '?type=payment.paid',
    '?type=',
  ])('a list of events with the query %s is refused', async (query) => {
    expect((await get(query)).status).toBe(400);
  });
});

describe('404', () => {
  it('an unknown event and an event of another key are not found', async () => {
    const [{ id }] = (await get('')).json.data;
    const other = await createTestKey(outbox.base.db, { merchantId: key.merchantId });
    for (const answer of [
      await get('/evt_0000000000000000000000'),
      await get(`/${id}`, other.apiKey),
    ])
      expect([answer.status, answer.json.code]).toEqual([404, 'not_found']);
  });
});
