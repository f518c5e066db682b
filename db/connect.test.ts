import { expect, it } from 'vitest';
import { connect } from './connect';

it.each([
  ['postgres://ann@[2001:db8::2]:5433/shop', ['2001:db8::2'], [5433]],
  ['postgres://ann@[::1]/shop', ['::1'], [5432]],
  [
    'postgres://ann@[::1]:1,b.example,[fe80::1]/shop',
    ['::1', 'b.example', 'fe80::1'],
    [1, 5432, 5432],
  ],
  ['postgres://ann@db.example/shop', ['db.example'], [5432]],
  ['postgres://ann@a.example:1,b.example:2/shop', ['a.example', 'b.example'], [1, 2]],
])('a connection to %s uses exactly the hosts and ports of the URL', async (url, host, port) => {
  const client = connect(url, { max: 1 });
  expect(client.options).toMatchObject({ host, port });
  await client.end();
});
