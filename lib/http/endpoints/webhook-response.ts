import { z } from 'zod';
import type { TestEventResult } from '@/lib/webhooks/delivery/send-test';
import { httpExchangeResponse, httpExchangeSchema } from '../deliveries/delivery-detail-response';
import type { ResponseOf } from '../response';
import { serializeView } from '../serialize-view';

export const dashboardTestWebhookSchema = z.strictObject({
  delivered: z.boolean(),
  exchange: httpExchangeSchema,
});
export type TestWebhookResponse = ResponseOf<typeof dashboardTestWebhookSchema>;

export function dashboardTestWebhookResponse({
  eventId,
  eventType,
  ...result
}: TestEventResult): TestWebhookResponse {
  return serializeView(dashboardTestWebhookSchema, result, {
    exchange: httpExchangeResponse(result.exchange),
  });
}
