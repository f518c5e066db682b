import { z } from 'zod';
import { switchMerchant } from '@/lib/accounts/switch-merchant';
import { dashboardChange } from '@/lib/http/adapt-dashboard';

const body = z.strictObject({ merchant_id: z.string() });

/** Turns this session to another of the person's merchants. */
export const POST = dashboardChange(body, async ({ api, actor, body: { merchant_id } }) => {
  await switchMerchant(api.db, actor, merchant_id);
  return { merchant_id };
});
