import { dashboardChange } from '@/lib/http/adapt-dashboard';
import { noFields } from '@/lib/http/read-input';
import { resendDeliveryFor } from '@/lib/webhooks/resend-delivery-for';

export const POST = dashboardChange(noFields, async ({ api, actor, params, now }) => ({
  outcome: await resendDeliveryFor(api.db, actor, params.id ?? '', now),
}));
