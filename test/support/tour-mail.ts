import { switchMail } from '@/lib/mail/mail-state';
import type { Tour } from './api-tour';

/** Calls a dashboard route. */
type Dashboard = (method: string, path: string, request?: { body: object }) => Promise<unknown>;

/** Calls every route of mail, on a server that sends mail. */
export async function tourMail(dashboard: Dashboard, tour: Tour): Promise<void> {
  const { db } = tour.base;
  await switchMail(db, true);
  await dashboard('PATCH', 'settings/notifications', { body: { topics: ['money'] } });
  await dashboard('GET', 'settings/notifications');
  await dashboard('POST', 'health/test-mail');
  await switchMail(db, false);
}
