import { z } from 'zod';
import { moment } from '../answer-fields';
import { reorgSchema } from '../chains/chains-answer';

export const heldBlockSchema = z.strictObject({
  height: z.int(),
  hash: z.string(),
  time: moment.nullable().meta({ description: 'Of its header; null when it was not kept.' }),
});

export const shownReorgSchema = reorgSchema.nullable().meta({
  description: 'The newest reorg that replaced one of these blocks.',
});

export const paymentBlocksSchema = z.strictObject({
  blocks: z.array(heldBlockSchema).meta({
    description:
      'Those up to the block that confirms the payment, or up to the newest one; the oldest first.',
  }),
  covered_height: z.int().nullable().meta({
    description: 'The block that covers the required amount; null while it is in the mempool.',
  }),
  reorg: shownReorgSchema,
});
