import { z } from 'zod';
import { NOTIFICATION_TOPICS } from '@/lib/domain/notification';
import { isMailOn } from '@/lib/mail/add-mail';
import { chooseTopics, readTopics } from '@/lib/mail/notification-choice';
import { sendTestMail } from '@/lib/mail/send-test-mail';
import { route } from '../route';

const topics = z.array(z.enum(NOTIFICATION_TOPICS)).max(NOTIFICATION_TOPICS.length);

const notificationsSchema = z.strictObject({
  mail: z.boolean().meta({ description: 'Whether the server sends mail.' }),
  topics: topics.meta({ description: 'What the member gets mail about, for this merchant.' }),
});

const notificationsRoute = route({
  method: 'GET',
  path: '/api/dashboard/settings/notifications',
  who: 'member',
  answer: notificationsSchema,
  async handle({ api, actor }) {
    return { mail: await isMailOn(api.db), topics: [...(await readTopics(api.db, actor))] };
  },
});

const chooseRoute = route({
  method: 'PATCH',
  path: '/api/dashboard/settings/notifications',
  who: 'member',
  body: z.strictObject({ topics }),
  async handle({ api, actor, body, now }) {
    await chooseTopics(api.db, actor, body.topics, now);
  },
});

const testRoute = route({
  method: 'POST',
  path: '/api/dashboard/health/test-mail',
  who: 'member',
  answer: z.strictObject({ email: z.string() }),
  async handle({ api, actor, now }) {
    return { email: await sendTestMail(api.db, actor, now) };
  },
});

export const dashboardMailRoutes = [notificationsRoute, chooseRoute, testRoute] as const;
