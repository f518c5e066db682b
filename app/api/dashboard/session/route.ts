import { stopSession } from '@/lib/auth/session';
import { dashboardChange } from '@/lib/http/adapt-dashboard';
import { noFields } from '@/lib/http/read-input';

/** Signs out, here. */
export const DELETE = dashboardChange(noFields, async () => {
  await stopSession();
  return {};
});
