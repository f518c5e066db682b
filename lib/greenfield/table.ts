import { invoiceRoutes } from './invoice-routes';
import type { GreenfieldRoute } from './route';
import { serverRoutes } from './server-routes';
import { storeRoutes } from './store-routes';
import { greenfieldWebhookRoutes } from './webhooks/webhook-routes';

export const GREENFIELD_ROUTES: readonly GreenfieldRoute[] = [
  ...serverRoutes,
  ...storeRoutes,
  ...invoiceRoutes,
  ...greenfieldWebhookRoutes,
];
