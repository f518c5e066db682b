import { eventType } from 'inngest';
import { z } from 'zod';
import { NETWORKS, type Network } from '@/lib/domain/network';

/** The event that deliveries are due. It only starts a run, which finds out what is due. */
export const deliveriesDue = eventType('webhook/deliveries.due', { schema: z.object({}) });

/**
 * The event that a network's chain is to be read now. It only starts a read, which finds out what
 * is new.
 */
export const chainMoved = eventType('chain/moved', {
  schema: z.object({ network: z.enum(NETWORKS) }),
});

/** Returns the trigger of the function that follows a network. */
export const movedOn = (network: Network) => ({
  event: chainMoved,
  if: `event.data.network == "${network}"`,
});
