import { dashboardChange } from '@/lib/http/adapt-dashboard';
import { noFields } from '@/lib/http/read-input';
import { revokeKeyFor } from '@/lib/keys/revoke-key-for';

export const POST = dashboardChange(noFields, async ({ api, actor, params, now }) => {
  const { id } = await revokeKeyFor(api.db, actor, params.id ?? '', now);
  return { id };
});
