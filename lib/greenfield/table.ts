import { invoiceRoutes } from './invoice-routes';
import type { GreenfieldRoute } from './route';
import { serverRoutes } from './server-routes';
import { storeRoutes } from './store-routes';
import { webhookRoutes } from './webhooks/webhook-routes';

/** Every operation of BTCPay's API, in reading order. */
export const GREENFIELD_ROUTES: readonly GreenfieldRoute[] = [
  ...serverRoutes,
  ...storeRoutes,
  ...invoiceRoutes,
  ...webhookRoutes,
];
