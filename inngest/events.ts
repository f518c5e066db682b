import { eventType } from 'inngest';
import { z } from 'zod';
import { NETWORKS, type Network } from '@/lib/domain/network';

/** This event only starts a run, which finds the due deliveries itself. */
export const deliveriesDue = eventType('webhook/deliveries.due', { schema: z.object({}) });

/** This event only starts a read of a network's chain. The read finds out what is new. */
export const chainMoved = eventType('chain/moved', {
  schema: z.object({ network: z.enum(NETWORKS) }),
});

export const chainTrigger = (network: Network) => ({
  event: chainMoved,
  if: `event.data.network == "${network}"`,
});
