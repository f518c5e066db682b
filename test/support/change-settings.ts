import { SMALL_PNG } from '@/test/access/dashboard-own-table';
import { startTestLogoThread } from './logo-worker';

type Call = (method: string, path: string, request?: { body: object }) => Promise<unknown>;

export async function changeSettings(dashboard: Call): Promise<void> {
  await dashboard('PATCH', 'settings/name', { body: { name: 'Lea K.' } });
  await dashboard('PATCH', 'settings/merchant', { body: { name: 'Renamed' } });
  await dashboard('PATCH', 'settings/display-currency', { body: { currency: 'EUR' } });
  await dashboard('PATCH', 'settings/time-zone', { body: { time_zone: 'UTC' } });
  await dashboard('PATCH', 'settings/customer-retention', { body: { days: 90 } });
  await dashboard('PATCH', 'settings/face', { body: { accent: '#2a3fb0' } });
  await dashboard('GET', 'settings/face');
  const logo = await startTestLogoThread();
  await dashboard('POST', 'settings/logo', { body: { image: SMALL_PNG } });
  await dashboard('DELETE', 'settings/logo');
  logo.remove();
}
