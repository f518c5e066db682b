import { frameFor } from '@/lib/accounts/frame-for';
import { dashboardGet } from '@/lib/http/adapt-dashboard';
import { noFields } from '@/lib/http/read-input';
import { toFrameAnswer } from './frame-answer';

export const GET = dashboardGet(noFields, async ({ api, actor, now }) =>
  toFrameAnswer(await frameFor(api.db, actor, now), { now, appUrl: api.env.appUrl }),
);
