import type { PaymentAnswer } from '@/app/dashboard/_data/payment-answers';
import { dashboardChange } from '@/lib/http/adapt-dashboard';
import { noFields } from '@/lib/http/read-input';
import { cancelPaymentFor } from '@/lib/payments/cancel-payment-for';
import { paymentJson } from '@/lib/payments/payment-json';

export const POST = dashboardChange(noFields, async ({ api, actor, params, now }) => {
  const { row, chainHeight } = await cancelPaymentFor(api.db, actor, params.id ?? '', now);
  return paymentJson(row, chainHeight, api.env.appUrl) satisfies PaymentAnswer;
});
