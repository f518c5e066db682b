import { z } from 'zod';
import type { TestWebhookAnswer } from '@/app/dashboard/_data/delivery-answers';
import { dashboardChange } from '@/lib/http/adapt-dashboard';
import { webhookUrl } from '@/lib/http/fields';
import { sendTest } from '@/lib/webhooks/send-test';
import { exchangeAnswer } from '../../deliveries/delivery-answer';

const body = z.strictObject({ key: z.string().max(100), webhook_url: webhookUrl });

export const POST = dashboardChange(body, async ({ api, actor, body: asked, now }) => {
  const deps = {
    db: api.db,
    vault: api.vault,
    policy: { allowPrivate: api.env.privateWebhookTargets },
  };
  const request = { apiKeyId: asked.key, webhookUrl: asked.webhook_url };
  const { eventId, delivered, exchange } = await sendTest(deps, actor, request, now);
  return {
    event_id: eventId,
    delivered,
    exchange: exchangeAnswer(exchange),
  } satisfies TestWebhookAnswer;
});
