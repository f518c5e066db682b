import { dashboardCustomerRoutes } from './customers/routes';
import { dashboardDeliveryRoutes } from './deliveries/routes';
import { endpointManagementRoutes } from './endpoints/management-routes';
import { dashboardEndpointRoutes } from './endpoints/routes';
import { paymentWebhookRoutes } from './endpoints/test-webhook-route';
import { dashboardEventRoutes } from './events/live-route';
import { eventRoutes } from './events/routes';
import { dashboardHealthRoutes } from './health/routes';
import { dashboardImportRoutes } from './imports/routes';
import { keyRoutes } from './keys/own-routes';
import { dashboardKeyRoutes } from './keys/routes';
import { dashboardWalletRoutes } from './keys/wallet-routes';
import { dashboardLinkRoutes, linkRoutes } from './links/routes';
import { dashboardChannelRoutes } from './mail/channel-routes';
import { dashboardMailRoutes } from './mail/routes';
import { dashboardAuditRoutes } from './merchant/audit-routes';
import { dashboardBrandingRoutes } from './merchant/face-routes';
import { dashboardFactorRoutes } from './merchant/factor-routes';
import { dashboardPasskeyRoutes } from './merchant/passkey-routes';
import { dashboardPeopleRoutes } from './merchant/people-routes';
import { dashboardMerchantRoutes } from './merchant/routes';
import { openApiDocumentRoute } from './openapi/route';
import { dashboardBulkRoutes } from './payments/bulk-routes';
import { paymentCreationRoutes } from './payments/create-route';
import { dashboardPaymentRoutes } from './payments/dashboard-routes';
import { paymentRoutes } from './payments/routes';
import { dashboardSavedViewRoutes } from './payments/saved-view-routes';
import { dashboardInboxRoutes } from './payments/worklist-routes';
import { rateRoutes } from './rates/routes';
import { dashboardRefundRoutes } from './refunds/dashboard-routes';
import { refundRoutes } from './refunds/routes';
import { dashboardReportRoutes } from './reports/routes';
import { dashboardRequestRoutes } from './requests/routes';
import type { Route } from './route';
import { sandboxRoutes } from './sandbox/routes';
import { dashboardShopRoutes } from './shops/routes';

const TABLE = [
  ...paymentCreationRoutes,
  ...paymentRoutes,
  ...refundRoutes,
  ...linkRoutes,
  ...rateRoutes,
  ...paymentWebhookRoutes,
  ...eventRoutes,
  ...endpointManagementRoutes,
  ...keyRoutes,
  ...sandboxRoutes,
  openApiDocumentRoute(() => ROUTES),
  ...dashboardPaymentRoutes,
  ...dashboardBulkRoutes,
  ...dashboardSavedViewRoutes,
  ...dashboardInboxRoutes,
  ...dashboardLinkRoutes,
  ...dashboardCustomerRoutes,
  ...dashboardDeliveryRoutes,
  ...dashboardEndpointRoutes,
  ...dashboardKeyRoutes,
  ...dashboardShopRoutes,
  ...dashboardImportRoutes,
  ...dashboardWalletRoutes,
  ...dashboardRefundRoutes,
  ...dashboardReportRoutes,
  ...dashboardRequestRoutes,
  ...dashboardAuditRoutes,
  ...dashboardPeopleRoutes,
  ...dashboardFactorRoutes,
  ...dashboardPasskeyRoutes,
  ...dashboardMerchantRoutes,
  ...dashboardBrandingRoutes,
  ...dashboardHealthRoutes,
  ...dashboardMailRoutes,
  ...dashboardChannelRoutes,
  ...dashboardEventRoutes,
] as const;

export type AnyRoute = (typeof TABLE)[number];

export const ROUTES: readonly Route[] = TABLE;
