import { z } from 'zod';
import { renameMerchant } from '@/lib/accounts/rename-merchant';
import { dashboardChange } from '@/lib/http/adapt-dashboard';

const MAX_NAME = 80;

const body = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, { error: 'Give the shop a name: payers see it.' })
    .max(MAX_NAME, { error: `A name has at most ${MAX_NAME} characters.` }),
});

export const PATCH = dashboardChange(body, async ({ api, actor, body: asked, now }) => {
  await renameMerchant(api.db, actor, asked.name, now);
  return { done: true };
});
