import { dashboardChange } from '@/lib/http/adapt-dashboard';
import { noFields } from '@/lib/http/read-input';
import { resendDelivery } from '@/lib/webhooks/resend-delivery';

export const POST = dashboardChange(noFields, async ({ api, actor, params, now }) => ({
  outcome: await resendDelivery(api.db, actor, params.id ?? '', now),
}));
