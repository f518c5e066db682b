import { dashboardGet } from '@/lib/http/adapt-dashboard';
import { noFields } from '@/lib/http/read-input';
import { getDelivery } from '@/lib/webhooks/get-delivery';
import { detailAnswer } from '../delivery-answer';

export const GET = dashboardGet(noFields, async ({ api, actor, params }) =>
  detailAnswer(await getDelivery(api.db, actor, params.id ?? ''), actor.role !== 'viewer'),
);
