import { eventType } from 'inngest';
import { z } from 'zod';
import { NETWORKS, type Network } from '@/lib/domain/network';

/**
 * The event that says that deliveries are due. It only starts a run, which itself finds the due
 * deliveries.
 */
export const deliveriesDue = eventType('webhook/deliveries.due', { schema: z.object({}) });

/**
 * The event that requests a read of a network's chain. It only starts a read, which itself finds
 * out what is new.
 */
export const chainMoved = eventType('chain/moved', {
  schema: z.object({ network: z.enum(NETWORKS) }),
});

/** Returns the trigger of the function that follows a network. */
export const movedOn = (network: Network) => ({
  event: chainMoved,
  if: `event.data.network == "${network}"`,
});
