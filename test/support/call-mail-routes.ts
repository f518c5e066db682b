import { setMailOn } from '@/lib/mail/mail-state';
import type { ApiTour } from './api-tour';

type Dashboard = (
  method: string,
  path: string,
  request?: { id?: string; body?: object },
) => Promise<{ json: { id: string } }>;

export async function callMailRoutes(dashboard: Dashboard, tour: ApiTour): Promise<void> {
  const { db } = tour.base;
  await setMailOn(db, true);
  await dashboard('PATCH', 'settings/notifications', { body: { topics: ['money'] } });
  await dashboard('GET', 'settings/notifications');
  await dashboard('POST', 'health/test-mail');
  await setMailOn(db, false);
  const hook = { name: 'Orders', kind: 'matrix', url: 'http://127.0.0.1:9/webhook/orders' };
  const { json } = await dashboard('POST', 'settings/channels', {
    body: { ...hook, topics: ['money'] },
  });
  await dashboard('GET', 'settings/channels');
  await dashboard('GET', 'health');
  const { id } = json;
  await dashboard('PATCH', 'settings/channels/{id}', { id, body: { topics: [] } });
  await dashboard('POST', 'settings/channels/{id}/test', { id });
  await dashboard('DELETE', 'settings/channels/{id}', { id });
}
