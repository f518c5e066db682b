import { dashboardChange } from '@/lib/http/adapt-dashboard';
import { noFields } from '@/lib/http/read-input';
import { revokeKey } from '@/lib/keys/revoke-key';

export const POST = dashboardChange(noFields, async ({ api, actor, params, now }) => {
  const { id } = await revokeKey(api.db, actor, params.id ?? '', now);
  return { id };
});
