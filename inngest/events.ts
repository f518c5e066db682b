import { eventType } from 'inngest';
import { z } from 'zod';

/** A delivery is due, or will be at `dueAt`. It only wakes: the database says what is to be done. */
export const deliveryDue = eventType('webhook/delivery.due', {
  schema: z.object({
    deliveryId: z.string().regex(/^dlv_[0-9A-Za-z]{22}$/),
    /** What tries are counted by: host:port of the receiver. */
    host: z.string().min(1),
    dueAt: z.iso.datetime(),
  }),
});
