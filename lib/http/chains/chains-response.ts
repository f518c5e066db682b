import { z } from 'zod';
import { CHAIN_CONDITIONS, SOURCE_KINDS } from '@/lib/domain/chain-condition';
import { NETWORKS } from '@/lib/domain/network';
import type { ChainStatus } from '@/lib/payments/views/chain-status';
import type { ResponseOf } from '../response';
import { count, moment } from '../response-fields';
import { serializeView } from '../serialize-view';

export const reorgSchema = z.strictObject({
  at: moment,
  fork_height: z.int().meta({ description: 'The height of the newest block that the reorg kept.' }),
  from_height: z.int(),
  from_hash: z.string(),
  to_height: z.int(),
  to_hash: z.string(),
});
export type ReorgResponse = ResponseOf<typeof reorgSchema>;

export const chainSchema = z.strictObject({
  network: z.enum(NETWORKS),
  source: z.enum(SOURCE_KINDS),
  condition: z.enum(CHAIN_CONDITIONS),
  height: z.int().nullable(),
  hash: z.string().nullable(),
  block_time: moment.nullable(),
  tip_height: z.int().nullable(),
  tip_hash: z.string().nullable(),
  lag_blocks: z.int().nullable(),
  read_at: moment.nullable(),
  answered_at: moment.nullable(),
  failing_since: moment.nullable(),
  fault: z.string().nullable().meta({ description: 'The source’s own message.' }),
  next_read_at: moment.nullable(),
  waiting: z
    .strictObject({ pending: count, detected: count })
    .meta({ description: 'The merchant’s payments that wait for this chain.' }),
  used: z
    .boolean()
    .meta({ description: 'Whether a usable key of the merchant is of this network.' }),
  reorgs: z.array(reorgSchema),
});
export type ChainResponse = ResponseOf<typeof chainSchema>;

export const chainsSchema = z.strictObject({
  data: z.array(chainSchema),
  now: moment.meta({ description: 'The server’s clock.' }),
});

export type ChainsResponse = ResponseOf<typeof chainsSchema>;

export function chainResponse(status: ChainStatus): ChainResponse {
  return serializeView(chainSchema, status);
}
