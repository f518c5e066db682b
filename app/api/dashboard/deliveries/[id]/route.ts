import { dashboardGet } from '@/lib/http/adapt-dashboard';
import { noFields } from '@/lib/http/read-input';
import { getDeliveryFor } from '@/lib/webhooks/get-delivery-for';
import { detailAnswer } from '../delivery-answer';

export const GET = dashboardGet(noFields, async ({ api, actor, params }) =>
  detailAnswer(await getDeliveryFor(api.db, actor, params.id ?? ''), actor.role !== 'viewer'),
);
