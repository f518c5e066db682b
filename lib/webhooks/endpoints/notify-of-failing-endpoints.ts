import { and, eq, lte } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { webhookEndpoint, webhookEndpointStanding } from '@/db/schema/endpoints';
import { NOTIFY_AFTER_FAILING_MS } from '@/lib/domain/notification';
import { hideSecret } from '@/lib/domain/secret-text';
import { notifyMembers } from '@/lib/mail/notify-members';
import { IS_FAILING } from './failing-endpoints';

export async function notifyOfFailingEndpoints(db: Db, now: Date): Promise<void> {
  const { failingSince, lastError } = webhookEndpointStanding;
  const { id, merchantId, host } = webhookEndpoint;
  const failing = await db
    .select({ id, merchantId, host, since: failingSince, error: lastError })
    .from(webhookEndpointStanding)
    .innerJoin(webhookEndpoint, eq(webhookEndpoint.id, webhookEndpointStanding.endpointId))
    .where(and(lte(failingSince, new Date(now.getTime() - NOTIFY_AFTER_FAILING_MS)), IS_FAILING));
  const notifications = failing.map((one) => ({
    merchantId: one.merchantId,
    topic: 'webhooks' as const,
    fact: `failing ${one.id} ${one.since?.toISOString()}`,
    subject: `Webhooks to ${hideSecret(one.host)} fail`,
    body: `Every webhook to ${hideSecret(one.host)} has failed since ${one.since?.toISOString()}: ${one.error ?? 'no reason is known'}\n\nBlocktally keeps trying.`,
    link: { text: 'Open the endpoint', path: `/dashboard/webhooks/${one.id}` },
  }));
  await notifyMembers(db, notifications, now);
}
