import { z } from 'zod';
import type { PaymentAnswer, PaymentPageAnswer } from '@/app/dashboard/_data/payment-answers';
import { dashboardChange, dashboardGet } from '@/lib/http/adapt-dashboard';
import { decimal } from '@/lib/http/fields';
import { createDeps, createPaymentBody, toNewPayment } from '@/lib/http/operations/create-payment';
import { paymentFilterFields, toPaymentFilter } from '@/lib/http/payment-filter-query';
import { paymentJson } from '@/lib/http/payment-json';
import { createPayment } from '@/lib/payments/create-payment';
import { searchPayments } from '@/lib/payments/search-payments';

const listQuery = z.strictObject({
  ...paymentFilterFields,
  page: decimal(1, 1_000_000).default(1),
  limit: decimal(1, 100).default(50),
});

export const GET = dashboardGet(listQuery, async ({ api, actor, query, now }) => {
  const { limit } = query;
  const offset = (query.page - 1) * limit;
  const filter = toPaymentFilter(query, now);
  const { payments, total } = await searchPayments(api.db, actor, filter, { limit, offset });
  return {
    data: payments.map(({ row, chainHeight }) => paymentJson(row, chainHeight, api.env.appUrl)),
    pagination: { total, limit, offset, has_more: offset + payments.length < total },
  } satisfies PaymentPageAnswer;
});

const createBody = createPaymentBody.extend({ api_key_id: z.string().min(1).max(100) });

export const POST = dashboardChange(createBody, async ({ api, actor, body, now }) => {
  const { api_key_id: apiKeyId, ...request } = body;
  const row = await createPayment(createDeps(api), actor, apiKeyId, toNewPayment(request), now);
  return paymentJson(row, null, api.env.appUrl) satisfies PaymentAnswer;
});
