import { z } from 'zod';
import { eraseCustomer } from '@/lib/customers/erase-customer';
import { getCustomer } from '@/lib/customers/get-customer';
import { listCustomers } from '@/lib/customers/list-customers';
import { NETWORKS } from '@/lib/domain/network';
import { integerParameter, searchText } from '../input/fields';
import { count } from '../response-fields';
import { route } from '../route';
import {
  customerDetailResponse,
  customerDetailSchema,
  customerPageResponse,
  customerPageSchema,
} from './customer-response';

const listRoute = route({
  method: 'GET',
  path: '/api/dashboard/customers',
  who: 'member',
  query: z.strictObject({
    network: z.enum(NETWORKS).optional(),
    q: searchText.optional(),
    limit: integerParameter(1, 100).default(50),
    offset: integerParameter(0, 1_000_000).default(0),
  }),
  answer: customerPageSchema,
  async handle({ api, actor, query }) {
    const { q: text, ...page } = query;
    return customerPageResponse(await listCustomers(api.db, actor, { ...page, text }), page);
  },
});

const detailRoute = route({
  method: 'GET',
  path: '/api/dashboard/customers/{id}',
  who: 'member',
  answer: customerDetailSchema,
  async handle({ api, actor, params }) {
    return customerDetailResponse(await getCustomer(api.db, actor, params.id), actor.role);
  },
});

const eraseRoute = route({
  method: 'POST',
  path: '/api/dashboard/customers/{id}/erase',
  who: 'member',
  answer: z.strictObject({ payments: count }),
  async handle({ api, actor, params, now }) {
    return { payments: await eraseCustomer(api.db, actor, params.id, now) };
  },
});

export const dashboardCustomerRoutes = [listRoute, detailRoute, eraseRoute] as const;
