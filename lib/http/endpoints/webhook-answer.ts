import { z } from 'zod';
import type { TestResult } from '@/lib/webhooks/delivery/send-test';
import type { Answer } from '../answer';
import { exchangeAnswer, exchangeSchema } from '../deliveries/delivery-detail-answer';
import { wire } from '../wire';

export const merchantTestSchema = z.strictObject({
  delivered: z.boolean(),
  exchange: exchangeSchema,
});
export type TestWebhookAnswer = Answer<typeof merchantTestSchema>;

export function merchantTestAnswer({
  eventId,
  eventType,
  ...result
}: TestResult): TestWebhookAnswer {
  return wire(merchantTestSchema, result, { exchange: exchangeAnswer(result.exchange) });
}
