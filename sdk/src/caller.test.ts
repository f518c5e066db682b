import { expect, test } from 'vitest';
import { Blocktally } from './client';

test('the client omits query parameters that are null, such as the next_after of an empty list', async () => {
  const asked: string[] = [];
  const fetch = async (request: Request) => {
    asked.push(new URL(request.url).search);
    return Response.json({ data: [], pagination: { has_more: false, next_after: null } });
  };
  const client = new Blocktally({
    baseUrl: 'https://pay.example',
    apiKey: 'btly_sig_1',
    fetch: fetch as typeof globalThis.fetch,
  });
  for await (const _event of client.events(null)) throw new Error('the list is empty');
  await client.listEvents({ after: null as unknown as undefined, limit: 1 });
  expect(asked).toEqual(['?limit=100', '?limit=1']);
});

test('the client sends metadata in a query as one parameter per name', async () => {
  let asked = '';
  const fetch = async (request: Request) => {
    asked = new URL(request.url).search;
    return Response.json({ data: [] });
  };
  const client = new Blocktally({
    baseUrl: 'https://pay.example',
    apiKey: 'btly_sig_1',
    fetch: fetch as typeof globalThis.fetch,
  });
  await client.listPayments({ from: 0, to: 1, status: ['pending'], metadata: { 'a b': '1&2' } });
  expect(Object.fromEntries(new URLSearchParams(asked))).toEqual({
    from: '0',
    to: '1',
    status: 'pending',
    'metadata[a b]': '1&2',
  });
});

test.each(['localhost:3000', 'pay.shop.example', 'ftp://pay.shop.example', '', undefined])(
  'creating a client with a base URL without http or https throws an error: %s',
  (baseUrl) => {
    const open = () => new Blocktally({ baseUrl: baseUrl as string, apiKey: 'btly_sig_1' });
    expect(open).toThrow('baseUrl must begin with https:// or http://');
  },
);
