import { z } from 'zod';
import type { TestResult } from '@/lib/webhooks/delivery/send-test';
import type { Answer } from '../answer';
import { exchangeAnswer, exchangeSchema } from '../deliveries/delivery-detail-answer';
import { wire } from '../wire';

/** A test webhook that a member of the merchant sent. */
export const merchantTestSchema = z.strictObject({
  delivered: z.boolean(),
  exchange: exchangeSchema,
});
export type TestWebhookAnswer = Answer<typeof merchantTestSchema>;

/** The result of a test webhook as JSON, for the dashboard. */
export function merchantTestAnswer({
  eventId,
  eventType,
  ...result
}: TestResult): TestWebhookAnswer {
  return wire(merchantTestSchema, result, { exchange: exchangeAnswer(result.exchange) });
}

const findingSchema = z.strictObject({
  code: z.string(),
  kind: z.enum(['ok', 'problem', 'note']),
  title: z.string(),
  detail: z.string(),
});
export type FindingAnswer = Answer<typeof findingSchema>;

/** The result of a signature check: whether an endpoint accepts the request, and why. */
export const signatureReportSchema = z.strictObject({
  verdict: z.enum(['valid', 'untimely', 'invalid']),
  findings: z.array(findingSchema),
});
export type SignatureReportAnswer = Answer<typeof signatureReportSchema>;
