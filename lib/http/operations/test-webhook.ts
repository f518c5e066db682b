import { z } from 'zod';
import { sendTest } from '@/lib/webhooks/send-test';
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
  const result = await sendTest({ db: api.db, vault: api.vault, policy }, caller, body, now);
  return { status: 200, body: JSON.stringify(result) };
};
