import type { Inngest } from 'inngest';
import type { Runtime } from '@/lib/runtime';
import { deliverWebhookFunction } from './functions/deliver-webhook';
import { expirePaymentsFunction } from './functions/expire-payments';
import { followNetworkFunction } from './functions/follow-network';
import { pruneFunction } from './functions/prune';
import { sweepDeliveriesFunction } from './functions/sweep-deliveries';

/** Every job, as Inngest runs it; the chain is followed for each network that has a source. */
export function createFunctions(inngest: Inngest, own: Runtime) {
  return [
    ...[...own.sources.keys()].map((network) => followNetworkFunction(inngest, own, network)),
    deliverWebhookFunction(inngest, own),
    sweepDeliveriesFunction(inngest, own),
    expirePaymentsFunction(inngest, own),
    pruneFunction(inngest, own),
  ];
}
