import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { openDatabase } from './client';
import { isDatabaseUnavailable } from './connection-lost';
import { merchant } from './schema/accounts';

test.each([
  ['port', 'postgres://nobody@127.0.0.1:1/none'],
  ['socket', 'postgres:///none?host=/nowhere'],
  ['name', 'postgres://nobody@nowhere.invalid/none'],
])(
  'if the %s of the database URL does not exist, queries and transactions report an unavailable database',
  async (_of, url) => {
    const database = openDatabase(url, 1);
    const query = await database.db
      .select()
      .from(merchant)
      .then(String, (error) => error);
    expect(isDatabaseUnavailable(query)).toBe(true);
    const transaction = await database.db
      .transaction(async () => {})
      .then(String, (error) => error);
    expect(isDatabaseUnavailable(transaction)).toBe(true);
    await database.close();
  },
);

test('a database that closes the connection during the TLS handshake is unavailable', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write('S');
      socket.once('data', () => socket.destroy());
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const database = openDatabase(`postgres://any@127.0.0.1:${port}/any?sslmode=require`, 1);
  const error = await database.db
    .select()
    .from(merchant)
    .then(String, (reason) => reason);
  expect(error).toMatchObject({ cause: { code: 'ECONNRESET' } });
  expect(isDatabaseUnavailable(error)).toBe(true);
  await database.close();
  server.close();
});

test('an invalid query is an internal error, not an unavailable database', () => {
  const wrong = Object.assign(new Error('duplicate key'), { code: '23505' });
  expect(isDatabaseUnavailable(new Error('Failed query', { cause: wrong }))).toBe(false);
  expect(isDatabaseUnavailable(new TypeError('x is undefined'))).toBe(false);
  expect(isDatabaseUnavailable('text')).toBe(false);
});

test('a database that shuts down, has no free connections, or refuses connections is reported as unavailable', () => {
  for (const code of ['57P01', '57P03', '57P04', '08006', '53300', '28P01', '3D000', '25006']) {
    const cause = Object.assign(new Error('terminating'), { code });
    expect(isDatabaseUnavailable(new Error('Failed query', { cause })), code).toBe(true);
  }
});

test('an overloaded database (timeout, full disk, no memory) is reported as unavailable', () => {
  for (const code of ['25P03', '25P04', '55P03', '57014', '53100', '53200']) {
    const cause = Object.assign(new Error('terminating'), { code });
    expect(isDatabaseUnavailable(new Error('Failed query', { cause })), code).toBe(true);
  }
});
