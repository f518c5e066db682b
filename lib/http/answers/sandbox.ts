import { z } from 'zod';
import { sats, txid } from './answer-fields';

const block = z
  .strictObject({
    height: z.int().min(0),
    hash: z.string().regex(/^[0-9a-f]{64}$/),
  })
  .meta({ id: 'SandboxBlock' });
const blocks = z.array(block);

export const sentSchema = z
  .strictObject({ txid, fee_sats: sats(0) })
  .meta({ id: 'SandboxTransaction' });

export const doubleSpentSchema = z
  .strictObject({ txid, fee_sats: sats(0), blocks })
  .meta({ id: 'SandboxDoubleSpent' });

export const minedSchema = z.strictObject({ blocks }).meta({ id: 'SandboxMined' });

export const reorganisedSchema = z
  .strictObject({
    disconnected: blocks.meta({ description: 'What was taken off, highest first.' }),
    blocks: blocks.meta({ description: 'What was mined in its place.' }),
    dropped: z.array(txid).meta({
      description: 'All that was dropped: those named and those that spent from them.',
    }),
  })
  .meta({ id: 'SandboxReorganised' });
