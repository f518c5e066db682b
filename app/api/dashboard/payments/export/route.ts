import { z } from 'zod';
import { dashboardGet } from '@/lib/http/adapt-dashboard';
import { paymentFilterFields, toPaymentFilter } from '@/lib/http/payment-filter-query';
import { paymentJson } from '@/lib/http/payment-json';
import { CSV_HEAD, csvLine } from '@/lib/http/payments-csv';
import { streamText } from '@/lib/http/stream-text';
import { exportPayments } from '@/lib/payments/export-payments';

const exportQuery = z.strictObject({
  ...paymentFilterFields,
  format: z.enum(['csv', 'json'], { error: 'Must be csv or json.' }),
});

/** All payments of the filtered list, as a file. */
export const GET = dashboardGet(exportQuery, async ({ api, actor, query, now }) => {
  const filter = toPaymentFilter(query, now);
  const csv = query.format === 'csv';
  const produce = async (write: (text: string) => Promise<void>) => {
    await write(csv ? CSV_HEAD : '[');
    let separator = '\n';
    await exportPayments(api.db, actor, filter, async (part) => {
      let text = '';
      for (const { row, chainHeight } of part) {
        const payment = paymentJson(row, chainHeight, api.env.appUrl);
        text += csv ? csvLine(payment) : `${separator}${JSON.stringify(payment)}`;
        separator = ',\n';
      }
      await write(text);
    });
    if (!csv) await write('\n]\n');
  };
  const body = await streamText(produce, (error) => {
    api.log.error({ err: error, request_id: actor.requestId }, 'an export broke off');
  });
  const name = `payments-${now.toISOString().slice(0, 10)}.${query.format}`;
  return new Response(body, {
    headers: {
      'content-type': csv ? 'text/csv; charset=utf-8; header=present' : 'application/json',
      'content-disposition': `attachment; filename="${name}"`,
    },
  });
});
