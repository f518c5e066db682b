import { type KeyActor, type Member, mayChange } from '@/lib/domain/actor';
import { sendTest, type TestRequest, type TestResult } from '@/lib/webhooks/delivery/send-test';
import { targetPolicy } from '@/lib/webhooks/transport/target-url';
import type { Api } from '../api';
import { refuseExceeded } from '../rate-limit';

/**
 * Sends a test webhook within a limit of its own, which the API and the dashboard share: without a
 * limit, a member could scan a network for open ports.
 *
 * @throws Problem `rate_limited`, and the problems of {@link sendTest}
 */
export async function testWebhook(
  { db, vault, env, limits }: Api,
  actor: KeyActor | Member,
  request: TestRequest,
  now: Date,
): Promise<TestResult> {
  // Check the role first: a viewer must not use up the merchant's limit.
  mayChange(actor);
  refuseExceeded(await limits.byWebhookTest(actor.merchantId));
  return sendTest({ db, vault, policy: targetPolicy(env) }, actor, request, now);
}
