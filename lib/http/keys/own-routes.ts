import { z } from 'zod';
import type { ApiKeyActor } from '@/lib/domain/actor';
import { listKeys } from '@/lib/keys/list-keys';
import { updateKey } from '@/lib/keys/update-key';
import type { Api } from '../api';
import { camelCaseKeys } from '../input/names';
import type { ResponseOf } from '../response';
import { route } from '../route';
import { serializeView } from '../serialize-view';
import { BODY_PROBLEMS, COMMON_PROBLEMS } from '../usual-problems';
import { keySettingsFields } from './fields';
import { ownKeySchema } from './key-response';

const getRoute = route({
  method: 'GET',
  path: '/v1/key',
  who: 'key',
  answer: ownKeySchema,
  docs: {
    id: 'getKey',
    tag: 'API key',
    summary: 'Get the API key',
    description: 'The settings of the API key that sends the request, without its secrets.',
    answers: { 200: { description: 'The API key.' } },
    problems: COMMON_PROBLEMS,
  },
  handle: ({ api, actor, now }) => ownKey(api, actor, now),
});

const { webhook_events: events, embed_origins: origins } = keySettingsFields;

const updateRoute = route({
  method: 'PATCH',
  path: '/v1/key',
  who: 'key',
  body: z
    .strictObject({
      webhook_events: events.optional().meta({
        description: 'The events that are sent to the webhook URLs of the key’s payments.',
      }),
      embed_origins: origins.optional().meta({
        description:
          'Origins whose pages may frame the payment page, such as `https://shop.example`.',
      }),
    })
    .meta({ id: 'UpdateKey' }),
  answer: ownKeySchema,
  docs: {
    id: 'updateKey',
    tag: 'API key',
    summary: 'Change the API key',
    description:
      'Changes the given settings of the API key that sends the request, from the next event on. The key must be allowed to manage webhooks.',
    answers: { 200: { description: 'The API key.' } },
    problems: [...COMMON_PROBLEMS, ...BODY_PROBLEMS, 'management_not_allowed'],
  },
  async handle({ api, actor, body, now }) {
    await updateKey(api.db, actor, actor.apiKeyId, camelCaseKeys(body), now);
    return ownKey(api, actor, now);
  },
});

export const keyRoutes = [getRoute, updateRoute] as const;

async function ownKey(
  { db }: Api,
  actor: ApiKeyActor,
  now: Date,
): Promise<ResponseOf<typeof ownKeySchema>> {
  const [key] = await listKeys(db, actor, now);
  if (!key) throw new Error('the key of a request must exist, since keys are never deleted');
  const { id, name, network, allowCustomAddresses, allowManagement } = key;
  const { webhookEvents, embedOrigins, defaultWebhookUrl, expiresAt } = key;
  return serializeView(ownKeySchema, {
    id,
    name,
    network,
    allowCustomAddresses,
    allowManagement,
    webhookEvents,
    embedOrigins,
    defaultWebhookUrl,
    expiresAt,
  });
}
