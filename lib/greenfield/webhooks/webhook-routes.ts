import { z } from 'zod';
import { MAX_URL_LENGTH } from '@/lib/domain/limits';
import { invalidField, Problem } from '@/lib/domain/problems';
import type { Api } from '@/lib/http/api';
import { Reply } from '@/lib/http/route';
import { checkWebhookTarget } from '@/lib/webhooks/transport/target-guard';
import { targetPolicy } from '@/lib/webhooks/transport/target-url';
import { defineGreenfieldRoute } from '../route';
import { toUnixSeconds } from '../to-greenfield-invoice';
import {
  listStoreDeliveries,
  readDeliveryBody,
  redeliverStoreEvent,
  type StoreDelivery,
} from './store-deliveries';
import {
  createStoreWebhook,
  deleteStoreWebhook,
  findStoreWebhook,
  listStoreWebhooks,
  MAX_STORE_WEBHOOKS,
  type StoreWebhook,
  updateStoreWebhook,
  type WebhookSettings,
} from './store-webhooks';

const WEBHOOKS = '/api/v1/stores/{storeId}/webhooks';
const WEBHOOK = `${WEBHOOKS}/{webhookId}` as const;
const DELIVERY = `${WEBHOOK}/deliveries/{deliveryId}` as const;
const access = 'btcpay.store.webhooks.canmodifywebhooks';

const MAX_DELIVERIES = 1_000;
const MAX_SECRET = 500;
const MAX_EVENTS = 100;

const flag = z.boolean({ error: 'Must be true or false.' }).nullish();
const webhookBody = z.looseObject({
  url: z
    .string({ error: 'Must be the URL that gets the webhooks.' })
    .max(MAX_URL_LENGTH, { error: `Must have at most ${MAX_URL_LENGTH} characters.` }),
  enabled: flag,
  automaticRedelivery: flag,
  authorizedEvents: z
    .looseObject({
      everything: flag,
      specificEvents: z
        .array(z.string().max(100), { error: 'Must be an array of event types.' })
        .max(MAX_EVENTS)
        .nullish(),
    })
    .nullish(),
  secret: z
    .string({ error: 'Must be a string.' })
    .max(MAX_SECRET, { error: `Must have at most ${MAX_SECRET} characters.` })
    .nullish(),
});

const list = defineGreenfieldRoute({
  method: 'GET',
  path: WEBHOOKS,
  access,
  handle: async ({ api, store }) =>
    (await listStoreWebhooks(api.db, store.apiKeyId)).map(webhookAnswer),
});

const create = defineGreenfieldRoute({
  method: 'POST',
  path: WEBHOOKS,
  access,
  body: webhookBody,
  async handle({ api, store, body, now }) {
    const settings = await settingsOf(api, body);
    const secret = body.secret || undefined;
    const { db, vault } = api;
    const made = await createStoreWebhook(db, vault, store.apiKeyId, settings, now, secret);
    if (!made) {
      const message = `A store has at most ${MAX_STORE_WEBHOOKS} webhooks. Remove one first.`;
      throw invalidField('/url', 'too_many', message);
    }
    return { ...webhookAnswer(made.webhook), secret: made.secret };
  },
});

const get = defineGreenfieldRoute({
  method: 'GET',
  path: WEBHOOK,
  access,
  async handle({ api, store, params }) {
    const found = await findStoreWebhook(api.db, store.apiKeyId, params.webhookId);
    return found ? webhookAnswer(found) : NO_WEBHOOK;
  },
});

const update = defineGreenfieldRoute({
  method: 'PUT',
  path: WEBHOOK,
  access,
  body: webhookBody,
  async handle({ api, store, params, body, now }) {
    const settings = await settingsOf(api, body);
    const { db, vault } = api;
    const { webhookId } = params;
    const secret = body.secret || undefined;
    const updated = await updateStoreWebhook(
      db,
      vault,
      store.apiKeyId,
      webhookId,
      settings,
      now,
      secret,
    );
    return updated ? webhookAnswer(updated) : NO_WEBHOOK;
  },
});

const remove = defineGreenfieldRoute({
  method: 'DELETE',
  path: WEBHOOK,
  access,
  handle: async ({ api, store, params }) =>
    (await deleteStoreWebhook(api.db, store.apiKeyId, params.webhookId)) ? undefined : NO_WEBHOOK,
});

const deliveries = defineGreenfieldRoute({
  method: 'GET',
  path: `${WEBHOOK}/deliveries`,
  access,
  query: z.looseObject({
    count: z
      .string()
      .regex(/^\d{1,9}$/, { error: 'Must be a whole number.' })
      .transform(Number)
      .optional(),
  }),
  async handle({ api, store, params, query }) {
    const webhook = await findStoreWebhook(api.db, store.apiKeyId, params.webhookId);
    if (!webhook) return NO_WEBHOOK;
    const limit = Math.min(query.count ?? MAX_DELIVERIES, MAX_DELIVERIES);
    return (await listStoreDeliveries(api.db, webhook, limit)).map(deliveryAnswer);
  },
});

const delivery = defineGreenfieldRoute({
  method: 'GET',
  path: DELIVERY,
  access,
  async handle({ api, store, params }) {
    const webhook = await findStoreWebhook(api.db, store.apiKeyId, params.webhookId);
    const [found] = webhook ? await listStoreDeliveries(api.db, webhook, 1, params.deliveryId) : [];
    return found ? deliveryAnswer(found) : NO_DELIVERY;
  },
});

const request = defineGreenfieldRoute({
  method: 'GET',
  path: `${DELIVERY}/request`,
  access,
  async handle({ api, store, params }) {
    const webhook = await findStoreWebhook(api.db, store.apiKeyId, params.webhookId);
    const text = webhook && (await readDeliveryBody(api.db, webhook, params.deliveryId));
    return text === undefined ? NO_DELIVERY : new Reply(200, text);
  },
});

const redeliverRoute = defineGreenfieldRoute({
  method: 'POST',
  path: `${DELIVERY}/redeliver`,
  access,
  async handle({ api, store, params, now }) {
    const { webhookId, deliveryId } = params;
    return (
      (await redeliverStoreEvent(api.db, store.apiKeyId, webhookId, deliveryId, now)) ?? NO_DELIVERY
    );
  },
});

export const greenfieldWebhookRoutes = [
  list,
  create,
  get,
  update,
  remove,
  deliveries,
  delivery,
  request,
  redeliverRoute,
] as const;

const missing = (code: string, message: string) =>
  new Reply(404, JSON.stringify({ code, message }));
const NO_WEBHOOK = missing('webhook-not-found', 'The webhook was not found.');
const NO_DELIVERY = missing('webhookdelivery-not-found', 'The delivery was not found.');

/** @throws Problem `invalid_request` at `url`, for an address that webhooks may not go to */
async function settingsOf(
  { env }: Api,
  { url, enabled, automaticRedelivery, authorizedEvents }: z.output<typeof webhookBody>,
): Promise<WebhookSettings> {
  await checkWebhookTarget(url, targetPolicy(env)).catch((error: unknown) => {
    if (!(error instanceof Problem) || error.code !== 'webhook_url_rejected') throw error;
    throw invalidField('/url', 'rejected', error.detail);
  });
  return {
    url,
    enabled: enabled ?? true,
    automaticRedelivery: automaticRedelivery ?? true,
    everything: authorizedEvents?.everything ?? true,
    specificEvents: authorizedEvents?.specificEvents ?? [],
  };
}

function webhookAnswer({ id, url, enabled, automaticRedelivery, ...events }: StoreWebhook) {
  const { everything, specificEvents } = events;
  return {
    id,
    enabled,
    automaticRedelivery,
    url,
    authorizedEvents: { everything, specificEvents },
  };
}

function deliveryAnswer({ id, createdAt, attemptedAt, responseStatus, lastError }: StoreDelivery) {
  const isSuccess = responseStatus !== null && lastError === null;
  return {
    id,
    timestamp: toUnixSeconds(createdAt),
    deliveryTime: toUnixSeconds(attemptedAt ?? createdAt),
    httpCode: responseStatus,
    errorMessage: lastError,
    status: isSuccess ? 'HttpSuccess' : responseStatus === null ? 'Failed' : 'HttpError',
  };
}
