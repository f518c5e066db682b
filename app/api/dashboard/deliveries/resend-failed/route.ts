import { z } from 'zod';
import { dashboardChange } from '@/lib/http/adapt-dashboard';
import { deliveryFilterFields, toDeliveryFilter } from '@/lib/http/delivery-filter-query';
import { resendFailed } from '@/lib/webhooks/resend-failed';

const { status: _, ...filters } = deliveryFilterFields;
const body = z.strictObject(filters);

/** The filters of the list, whose failed deliveries are sent again. */
export const POST = dashboardChange(body, async ({ api, actor, body: asked, now }) => ({
  resent: await resendFailed(api.db, actor, toDeliveryFilter(asked, now), now),
}));
