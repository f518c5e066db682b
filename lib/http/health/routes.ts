import { readChannelState } from '@/lib/channels/list-channels';
import { listAlteredRows } from '@/lib/keys/altered-rows';
import { mailState } from '@/lib/mail/mail-state';
import { systemHealth } from '@/lib/payments/views/system-health';
import { pruneLagSeconds } from '@/lib/server/request-log/prune-lag';
import { route } from '../route';
import { serializeView } from '../serialize-view';
import { healthSchema } from './health-response';

const healthRoute = route({
  method: 'GET',
  path: '/api/dashboard/health',
  who: 'member',
  answer: healthSchema,
  async handle({ api, actor, now }) {
    const networks = api.sources.keys();
    const health = await systemHealth(api.db, actor, networks, now);
    const mail = await mailState(api.db, now);
    const channels = await readChannelState(api.db, actor, now);
    const pruneLag = await pruneLagSeconds(api.db, now);
    const altered = await listAlteredRows(api.db, actor.merchantId);
    const more = { altered, mail, channels, pruneLagSeconds: pruneLag };
    return serializeView(healthSchema, { ...health, ...more });
  },
});

export const dashboardHealthRoutes = [healthRoute] as const;
