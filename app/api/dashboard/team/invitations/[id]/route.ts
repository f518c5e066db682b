import { revokeInvitation } from '@/lib/accounts/revoke-invitation';
import { dashboardChange } from '@/lib/http/adapt-dashboard';
import { noFields } from '@/lib/http/read-input';

export const DELETE = dashboardChange(noFields, async ({ api, actor, params, now }) => {
  await revokeInvitation(api.db, actor, params.id ?? '', now);
  return { done: true };
});
