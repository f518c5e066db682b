import { z } from 'zod';
import { sats, txid } from '../response-fields';

const block = z
  .strictObject({
    height: z.int().min(0),
    hash: z.string().regex(/^[0-9a-f]{64}$/),
  })
  .meta({ id: 'SandboxBlock' });
const blocks = z.array(block);

export const sandboxTransactionSchema = z
  .strictObject({ txid, fee_sats: sats(0) })
  .meta({ id: 'SandboxTransaction' });

export const doubleSpentSchema = z
  .strictObject({ txid, fee_sats: sats(0), blocks })
  .meta({ id: 'SandboxDoubleSpent' });

export const minedSchema = z.strictObject({ blocks }).meta({ id: 'SandboxMined' });

export const reorganizedSchema = z
  .strictObject({
    disconnected: blocks.meta({ description: 'The disconnected blocks, highest first.' }),
    blocks: blocks.meta({ description: 'The blocks mined in their place.' }),
    dropped: z.array(txid).meta({
      description:
        'The dropped transactions: the given ones, and all transactions that spent their outputs.',
    }),
  })
  .meta({ id: 'SandboxReorganised' });
