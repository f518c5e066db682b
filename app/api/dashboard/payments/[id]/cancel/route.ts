import type { PaymentAnswer } from '@/app/dashboard/_data/payment-answers';
import { dashboardChange } from '@/lib/http/adapt-dashboard';
import { paymentJson } from '@/lib/http/payment-json';
import { noFields } from '@/lib/http/read-input';
import { cancelPayment } from '@/lib/payments/cancel-payment';

export const POST = dashboardChange(noFields, async ({ api, actor, params, now }) => {
  const { row, chainHeight } = await cancelPayment(api.db, actor, params.id ?? '', now);
  return paymentJson(row, chainHeight, api.env.appUrl) satisfies PaymentAnswer;
});
