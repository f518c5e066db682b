import type { Runtime } from '@/lib/runtime';
import type { AttemptDeps } from '@/lib/webhooks/attempt-delivery';

/** What the server's own tries of webhooks are made with. */
export function deliveryDeps({ db, vault, log, env, metrics }: Runtime): AttemptDeps {
  return {
    db,
    vault,
    log,
    policy: { allowPrivate: env.privateWebhookTargets },
    observe: metrics.webhookAttempt,
  };
}
