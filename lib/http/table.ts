import type { Route } from './route';
import { createRoutes } from './routes/create-payment';
import { dashboardDeliveryRoutes } from './routes/dashboard-deliveries';
import { dashboardEndpointRoutes } from './routes/dashboard-endpoints';
import { dashboardEventRoutes } from './routes/dashboard-events';
import { dashboardKeyRoutes } from './routes/dashboard-keys';
import { dashboardMerchantRoutes } from './routes/dashboard-merchant';
import { dashboardPaymentRoutes } from './routes/dashboard-payments';
import { dashboardPeopleRoutes } from './routes/dashboard-people';
import { dashboardRequestRoutes } from './routes/dashboard-requests';
import { dashboardSeveralRoutes } from './routes/dashboard-several';
import { dashboardViewRoutes } from './routes/dashboard-views';
import { dashboardWorklistRoutes } from './routes/dashboard-worklist';
import { documentRoute } from './routes/document';
import { eventRoutes } from './routes/events';
import { dashboardLinkRoutes, linkRoutes } from './routes/payment-links';
import { paymentRoutes } from './routes/payments';
import { rateRoutes } from './routes/rates';
import { sandboxRoutes } from './routes/sandbox';
import { webhookRoutes } from './routes/webhooks';

const TABLE = [
  ...createRoutes,
  ...paymentRoutes,
  ...linkRoutes,
  ...rateRoutes,
  ...webhookRoutes,
  ...eventRoutes,
  ...sandboxRoutes,
  documentRoute(() => ROUTES),
  ...dashboardPaymentRoutes,
  ...dashboardSeveralRoutes,
  ...dashboardViewRoutes,
  ...dashboardWorklistRoutes,
  ...dashboardLinkRoutes,
  ...dashboardDeliveryRoutes,
  ...dashboardEndpointRoutes,
  ...dashboardKeyRoutes,
  ...dashboardRequestRoutes,
  ...dashboardPeopleRoutes,
  ...dashboardMerchantRoutes,
  ...dashboardEventRoutes,
] as const;

/** Every operation of /v1 and of the dashboard, each with its own types. */
export type AnyRoute = (typeof TABLE)[number];

/** Every operation, in reading order. */
export const ROUTES: readonly Route[] = TABLE;
