import { eventType } from 'inngest';
import { z } from 'zod';
import { NETWORKS, type Network } from '@/lib/domain/network';

/** The event that deliveries are due. It is only a wake-up: the run finds out which. */
export const deliveriesDue = eventType('webhook/deliveries.due', { schema: z.object({}) });

/**
 * The event that a network's chain is to be read now. It is only a wake-up, because the read finds
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
