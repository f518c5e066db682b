import type { Runtime } from '@/lib/runtime';
import type { TryDeps } from '@/lib/webhooks/try-delivery';

/** What the server's own tries of webhooks are made with. */
export function deliveryDeps({ db, vault, log, env, metrics }: Runtime): TryDeps {
  return {
    db,
    vault,
    log,
    policy: { allowPrivate: env.privateWebhookTargets },
    observe: metrics.webhookTry,
  };
}
