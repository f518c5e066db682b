import http from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '@/inngest/client';
import { chainMoved } from '@/inngest/events';
import { SIGNING_KEY } from '@/test/support/inngest-call';

let requests = 0;

const inngest = http.createServer((_request, response) => {
  requests += 1;
  if (requests > 1) response.end(JSON.stringify({ status: 200, ids: ['any'] }));
});

beforeAll(() => new Promise<void>((resolve) => inngest.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  inngest.close();
  inngest.closeAllConnections();
});

test('a request that Inngest does not answer is sent again within seconds', {
  timeout: 60_000,
}, async () => {
  const client = createClient(
    { log: pino({ level: 'silent' }), clock: () => new Date() },
    {
      isDev: false,
      baseUrl: `http://127.0.0.1:${(inngest.address() as AddressInfo).port}`,
      eventKey: 'an-event-key',
      signingKey: SIGNING_KEY,
    },
  );
  expect(await client.send(chainMoved.create({ network: 'regtest' }))).toEqual({ ids: ['any'] });
  expect(requests).toBe(2);
});
