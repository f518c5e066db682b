import { expect, test } from 'vitest';
import { readDatabaseUrl } from './database-url';

test.each([
  ['postgres://localhost/shop', [{ hostname: 'localhost', port: 5432 }]],
  ['postgresql://ann:p%23w@db.example:6432/shop', [{ hostname: 'db.example', port: 6432 }]],
  ['postgres://ann@[::1]/shop?sslmode=require', [{ hostname: '[::1]', port: 5432 }]],
  [
    'postgres://ann@one.example,two.example:80/shop',
    [
      { hostname: 'one.example', port: 5432 },
      { hostname: 'two.example', port: 80 },
    ],
  ],
  ['postgres:///shop', []],
])('the database URL %s is parsed into its hosts and ports', (url, hosts) => {
  expect(readDatabaseUrl(url)?.hosts).toEqual(hosts);
});

test.each([
  ['postgres:///shop?host=/var/run/postgresql', 5432, 'postgres://localhost/shop'],
  [
    'postgres://ann:p%23w@/shop?host=/var/run/postgresql&port=5433&statement_timeout=9',
    5433,
    'postgres://ann:p%23w@localhost/shop?statement_timeout=9',
  ],
  ['postgresql://%2Fvar%2Frun%2Fpostgresql/shop', 5432, 'postgres://localhost/shop'],
  ['postgres://ann@%2fvar%2frun%2fpostgresql:5433/shop', 5433, 'postgres://ann@localhost/shop'],
])('the database URL %s is parsed into its Unix socket and port', (url, port, rest) => {
  const read = readDatabaseUrl(url);
  expect(read?.hosts).toEqual([{ hostname: '/var/run/postgresql', port }]);
  expect(read?.rest.href).toBe(rest);
});

test.each([
  'mysql://localhost/shop',
  'postgres://ann:50%@localhost/shop',
  'postgres://ann:p#w@localhost/shop',
  'postgres://localhost:port/shop',
  'postgres://one.example,:x/shop',
  'postgres://one.example,%2Fvar%2Frun/shop',
  'postgres:///shop?host=/var/run&port=5432,5433',
])('%s is not a database URL', (url) => {
  expect(readDatabaseUrl(url)).toBeUndefined();
});
