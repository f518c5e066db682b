import { z } from 'zod';
import type { TestResult } from '@/lib/webhooks/delivery/send-test';
import { exchangeResponse, exchangeSchema } from '../deliveries/delivery-detail-response';
import type { ResponseOf } from '../response';
import { serializeView } from '../serialize-view';

export const merchantTestSchema = z.strictObject({
  delivered: z.boolean(),
  exchange: exchangeSchema,
});
export type TestWebhookResponse = ResponseOf<typeof merchantTestSchema>;

export function merchantTestResponse({
  eventId,
  eventType,
  ...result
}: TestResult): TestWebhookResponse {
  return serializeView(merchantTestSchema, result, { exchange: exchangeResponse(result.exchange) });
}
