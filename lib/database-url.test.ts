import { expect, test } from 'vitest';
import { databaseHosts } from './database-url';

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
  ['postgres:///shop?host=/var/run/postgresql', [{ hostname: 'localhost', port: 5432 }]],
])('%s has its hosts and ports', (url, hosts) => {
  expect(databaseHosts(url)).toEqual(hosts);
});

test.each([
  'mysql://localhost/shop',
  'postgres://ann:50%@localhost/shop',
  'postgres://ann:p#w@localhost/shop',
  'postgres://localhost:port/shop',
  'postgres://one.example,:x/shop',
])('%s is no URL of a database', (url) => {
  expect(databaseHosts(url)).toBeUndefined();
});
