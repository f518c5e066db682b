import { eventType } from 'inngest';
import { z } from 'zod';
import { NETWORKS, type Network } from '@/lib/domain/network';

/** Deliveries are due. Only a wake-up: the run finds out which. */
export const deliveriesDue = eventType('webhook/deliveries.due', { schema: z.object({}) });

/** A network's chain is to be read now. Only a wake-up: the read finds out what is new. */
export const chainMoved = eventType('chain/moved', {
  schema: z.object({ network: z.enum(NETWORKS) }),
});

/** The trigger of the function that follows a network. */
export const movedOn = (network: Network) => ({
  event: chainMoved,
  if: `event.data.network == "${network}"`,
});
