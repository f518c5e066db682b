import { revokeSession } from '@/lib/accounts/revoke-sessions';
import { dashboardChange } from '@/lib/http/adapt-dashboard';
import { noFields } from '@/lib/http/read-input';

export const DELETE = dashboardChange(noFields, async ({ api, actor, params, now }) => {
  await revokeSession(api.db, actor, params.id ?? '', now);
  return { done: true };
});
