import { z } from 'zod';
import { addChannel } from '@/lib/channels/add-channel';
import { chooseChannelTopics, removeChannel } from '@/lib/channels/change-channel';
import { listChannels } from '@/lib/channels/list-channels';
import { testChannel } from '@/lib/channels/test-channel';
import { assertMayAdminister } from '@/lib/domain/actor';
import { CHANNEL_KINDS } from '@/lib/domain/channel';
import { MAX_URL_LENGTH } from '@/lib/domain/limits';
import { CHANNEL_TOPICS } from '@/lib/domain/notification';
import { checkWebhookTarget } from '@/lib/webhooks/transport/target-guard';
import { targetPolicy } from '@/lib/webhooks/transport/target-url';
import { oneLineSchema } from '../input/fields';
import { requireRemainingQuota } from '../rate-limit';
import type { ResponseOf } from '../response';
import { moment } from '../response-fields';
import { route } from '../route';
import { serializeView } from '../serialize-view';

const topics = z.array(z.enum(CHANNEL_TOPICS)).max(CHANNEL_TOPICS.length);
const secret = (max: number) => z.string().trim().max(max, { error: 'This is too long.' });

const channelSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  kind: z.enum(CHANNEL_KINDS),
  host: z.string(),
  topics,
  last_sent_at: moment.nullable(),
  last_error: z.string().nullable(),
  last_error_at: moment.nullable(),
});
export type ChannelResponse = ResponseOf<typeof channelSchema>;

const listRoute = route({
  method: 'GET',
  path: '/api/dashboard/settings/channels',
  who: 'member',
  answer: z.strictObject({ data: z.array(channelSchema) }),
  async handle({ api, actor }) {
    const channels = await listChannels(api.db, actor);
    return { data: channels.map((one) => serializeView(channelSchema, one)) };
  },
});

const addRoute = route({
  method: 'POST',
  path: '/api/dashboard/settings/channels',
  who: 'member',
  body: z.strictObject({
    name: oneLineSchema(80),
    url: secret(MAX_URL_LENGTH),
    kind: z.enum(CHANNEL_KINDS).optional(),
    token: secret(200).optional(),
    chat: secret(40).optional(),
    topics,
  }),
  answer: z.strictObject({ id: z.string() }),
  async handle({ api, actor, body, now }) {
    const checkUrl = (url: string) => checkWebhookTarget(url, targetPolicy(api.env));
    return { id: await addChannel(api.db, api.vault, actor, body, now, checkUrl) };
  },
});

const chooseRoute = route({
  method: 'PATCH',
  path: '/api/dashboard/settings/channels/{id}',
  who: 'member',
  body: z.strictObject({ topics }),
  async handle({ api, actor, params, body, now }) {
    await chooseChannelTopics(api.db, actor, params.id, body.topics, now);
  },
});

const removeRoute = route({
  method: 'DELETE',
  path: '/api/dashboard/settings/channels/{id}',
  who: 'member',
  async handle({ api, actor, params, now }) {
    await removeChannel(api.db, actor, params.id, now);
  },
});

const testRoute = route({
  method: 'POST',
  path: '/api/dashboard/settings/channels/{id}/test',
  who: 'member',
  answer: z.strictObject({ error: z.string().nullable() }),
  async handle({ api, actor, params, now }) {
    // The role is checked first, because a refused member must not use up the limit for test
    // webhooks, which applies here too.
    assertMayAdminister(actor);
    requireRemainingQuota(await api.limits.byWebhookTest(actor.merchantId));
    const deps = { vault: api.vault, policy: targetPolicy(api.env) };
    return { error: await testChannel(api.db, deps, actor, params.id, now) };
  },
});

export const dashboardChannelRoutes = [
  listRoute,
  addRoute,
  chooseRoute,
  removeRoute,
  testRoute,
] as const;
