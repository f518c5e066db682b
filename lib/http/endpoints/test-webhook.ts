import { type ApiKeyActor, assertMayChange, type Member } from '@/lib/domain/actor';
import {
  sendTest,
  type TestEventRequest,
  type TestEventResult,
} from '@/lib/webhooks/delivery/send-test';
import { targetPolicy } from '@/lib/webhooks/transport/target-url';
import type { Api } from '../api';
import { requireRemainingQuota } from '../rate-limit';

/**
 * Sends a test webhook. The API and the dashboard share a separate limit for test webhooks, because
 * a member could otherwise scan a network for open ports.
 *
 * @throws Problem `rate_limited`, and the problems of {@link sendTest}
 */
export async function testWebhook(
  { db, vault, env, limits }: Api,
  actor: ApiKeyActor | Member,
  request: TestEventRequest,
  now: Date,
): Promise<TestEventResult> {
  // The role is checked first, because a viewer must not use up the merchant's limit.
  assertMayChange(actor);
  requireRemainingQuota(await limits.byWebhookTest(actor.merchantId));
  return sendTest({ db, vault, policy: targetPolicy(env) }, actor, request, now);
}
