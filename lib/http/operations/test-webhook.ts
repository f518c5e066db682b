import { z } from 'zod';
import { sendTest, type TestResult } from '@/lib/webhooks/send-test';
import { webhookUrl } from '../fields';
import { noFields, readInput } from '../read-input';
import type { Operation } from '../resource';

export const testWebhookBody = z
  .strictObject({
    webhook_url: webhookUrl.meta({
      description:
        'Public endpoint that receives the event. It must accept server-to-server requests, without challenges, captchas or login redirects.',
    }),
  })
  .meta({ id: 'TestWebhook' });

/** POST /v1/webhooks/test */
export const testWebhookOperation: Operation = async ({ api, request, caller, now }) => {
  const { body } = await readInput(request, {
    query: noFields,
    body: testWebhookBody,
    bodyIs: 'required',
  });
  const policy = { allowPrivate: api.env.privateWebhookTargets };
  const deps = { db: api.db, vault: api.vault, policy };
  const asked = { apiKeyId: caller.apiKeyId, webhookUrl: body.webhook_url };
  const result = await sendTest(deps, caller, asked, now);
  return { status: 200, body: JSON.stringify(testResultJson(result)) };
};

/** A test's result as the API shows it; a status of 0 means that no answer came. */
export function testResultJson({ eventId, eventType, delivered, exchange }: TestResult) {
  return {
    event_id: eventId,
    event_type: eventType,
    status: exchange.response?.status ?? 0,
    delivered,
    error: exchange.cause?.message ?? null,
  };
}
