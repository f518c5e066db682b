import { readFrame } from '@/lib/accounts/read-frame';
import { dashboardGet } from '@/lib/http/adapt-dashboard';
import { noFields } from '@/lib/http/read-input';
import { toFrameAnswer } from './frame-answer';

export const GET = dashboardGet(noFields, async ({ api, actor, now }) =>
  toFrameAnswer(await readFrame(api.db, actor, now), { now, appUrl: api.env.appUrl }),
);
