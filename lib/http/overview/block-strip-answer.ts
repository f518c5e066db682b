import { z } from 'zod';
import { PAYMENT_FLAGS, PAYMENT_STATUSES } from '@/lib/domain/payment';
import { count } from '../answer-fields';
import { heldBlockSchema, shownReorgSchema } from '../payments/payment-blocks-answer';

const blockSchema = heldBlockSchema.extend({
  sats: count.meta({ description: 'What it confirmed.' }),
  payments: count,
});

const openSchema = z.strictObject({
  id: z.string(),
  status: z.enum(PAYMENT_STATUSES),
  flags: z.array(z.enum(PAYMENT_FLAGS)),
  reference: z.string().nullable(),
  received_sats: count,
  required_confirmations: z.int(),
  covered_height: z.int().nullable().meta({
    description: 'The block that covers the required amount; null while it is in the mempool.',
  }),
});

export const blockStripSchema = z.strictObject({
  blocks: z.array(blockSchema).meta({ description: 'The newest ones, the oldest of them first.' }),
  open: z.array(openSchema).meta({
    description:
      'Detected payments and those that the newest block has confirmed, by the block that confirms them.',
  }),
  mempool: z.strictObject({ sats: count, payments: count }).meta({
    description: 'Detected payments that no block covers.',
  }),
  reorg: shownReorgSchema,
});
