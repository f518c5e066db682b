import { describe, expect, test } from 'vitest';
import type { DashboardChange } from '@/lib/domain/change';
import { homeQueries } from '../_data/home-queries';
import {
  apiRequestQueries,
  chainQueries,
  deliveryQueries,
  endpointQueries,
  frameQuery,
  keyQueries,
  linkQueries,
  paymentQueries,
  peopleQueries,
  walletQueries,
} from '../_data/queries';
import { isQueryAffected } from './is-query-affected';

const QUERIES = {
  home: homeQueries.now(null),
  frame: frameQuery(),
  list: paymentQueries.list('page=2'),
  toHandle: paymentQueries.list('worklist=open'),
  detail: paymentQueries.detail('pay_1'),
  other: paymentQueries.detail('pay_2'),
  deliveries: deliveryQueries.list(''),
  delivery: deliveryQueries.detail('dlv_1'),
  endpoint: endpointQueries.detail('end_1'),
  links: linkQueries.list(),
  keys: keyQueries.list(),
  requests: apiRequestQueries.list('key=key_1'),
  request: apiRequestQueries.detail('req_1'),
  wallets: walletQueries.list(),
  chains: chainQueries.list(),
  team: peopleQueries.team(),
  audit: peopleQueries.audit(''),
};

const affected = (change: DashboardChange) =>
  Object.entries(QUERIES).flatMap(([name, { queryKey }]) =>
    isQueryAffected(change, queryKey) ? [name] : [],
  );

describe('a change refetches only the queries that show it', () => {
  test.each<[DashboardChange, string[]]>([
    [
      'payment pay_1',
      ['home', 'list', 'toHandle', 'detail', 'deliveries', 'endpoint', 'links', 'wallets'],
    ],
    [
      'payments',
      [
        ...['home', 'list', 'toHandle', 'detail', 'other', 'deliveries', 'delivery'],
        ...['endpoint', 'links', 'wallets'],
      ],
    ],
    ['delivery pay_1', ['home', 'toHandle', 'detail', 'deliveries', 'delivery', 'endpoint']],
    ['deliveries', ['home', 'toHandle', 'detail', 'other', 'deliveries', 'delivery', 'endpoint']],
    ['chain regtest', ['home', 'frame', 'list', 'toHandle', 'detail', 'other', 'chains']],
    ['read', ['chains']],
    [
      'keys',
      [
        ...['home', 'frame', 'detail', 'other', 'deliveries', 'delivery'],
        ...['endpoint', 'links', 'keys', 'request', 'wallets'],
      ],
    ],
    ['links', ['links']],
    ['people', ['home', 'frame', 'team', 'audit']],
    ['audit', ['audit']],
    ['all', Object.keys(QUERIES)],
  ])('the change "%s" refetches only the queries that show it', (change, names) => {
    expect(affected(change)).toEqual(names);
  });
});

test('if a newer server sends an unknown kind of change, the dashboard refetches all queries', () => {
  expect(affected('weather' as DashboardChange)).toEqual(Object.keys(QUERIES));
});
