import { eventType, NonRetriableError } from 'inngest';
import { z } from 'zod';
import { NETWORKS, type Network } from '@/lib/domain/network';

/** A delivery is due, or will be at `dueAt`. Only a wake-up: the database decides what to do. */
export const deliveryDue = eventType('webhook/delivery.due', {
  schema: z.object({
    deliveryId: z.string().regex(/^dlv_[0-9A-Za-z]{22}$/),
    /** Concurrency is limited by merchant and host. Runs of an earlier version have no merchant. */
    merchantId: z.string().min(1).optional(),
    /** host:port of the endpoint. */
    host: z.string().min(1),
    dueAt: z.iso.datetime(),
  }),
});

/** A network's chain is to be read now. Only a wake-up: the read finds out what is new. */
export const chainMoved = eventType('chain/moved', {
  schema: z.object({ network: z.enum(NETWORKS) }),
});

/** The trigger of the function that follows a network. */
export const movedOn = (network: Network) => ({
  event: chainMoved,
  if: `event.data.network == "${network}"`,
});

/** @throws NonRetriableError naming the invalid fields, never their values */
export function parseEvent<T>(schema: z.ZodType<T>, data: unknown): T {
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map(({ path }) => path.join('.')).join(', ');
  throw new NonRetriableError(`The event is not valid: ${fields || 'it has no data'}`);
}
