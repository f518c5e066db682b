import { z } from 'zod';
import { changeRole } from '@/lib/accounts/change-role';
import { removeMember } from '@/lib/accounts/remove-member';
import { ROLES } from '@/lib/domain/roles';
import { dashboardChange } from '@/lib/http/adapt-dashboard';
import { noFields } from '@/lib/http/read-input';

const body = z.strictObject({
  role: z.enum(ROLES, { error: `Must be one of: ${ROLES.join(', ')}.` }),
});

export const PATCH = dashboardChange(body, async ({ api, actor, params, body: asked, now }) => {
  await changeRole(api.db, actor, { userId: params.id ?? '', role: asked.role }, now);
  return { done: true };
});

export const DELETE = dashboardChange(noFields, async ({ api, actor, params, now }) => {
  await removeMember(api.db, actor, params.id ?? '', now);
  return { done: true };
});
