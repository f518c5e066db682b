import { z } from 'zod';
import type { DeliveryPageAnswer } from '@/app/dashboard/_data/delivery-answers';
import { dashboardGet } from '@/lib/http/adapt-dashboard';
import { deliveryFilterFields, toDeliveryFilter } from '@/lib/http/delivery-filter-query';
import { decimal } from '@/lib/http/fields';
import { searchDeliveries } from '@/lib/webhooks/search-deliveries';
import { rowAnswer } from './delivery-answer';

const PAGE = 50;

const query = z.strictObject({
  ...deliveryFilterFields,
  limit: decimal(1, 100).default(PAGE),
  offset: decimal(0, 1_000_000).default(0),
});

export const GET = dashboardGet(query, async ({ api, actor, query: asked, now }) => {
  const { limit, offset } = asked;
  const filter = { ...toDeliveryFilter(asked, now), state: asked.status };
  const { deliveries, total } = await searchDeliveries(api.db, actor, filter, { limit, offset });
  return {
    data: deliveries.map(rowAnswer),
    pagination: { total, limit, offset, has_more: offset + deliveries.length < total },
    can: { change: actor.role !== 'viewer' },
  } satisfies DeliveryPageAnswer;
});
