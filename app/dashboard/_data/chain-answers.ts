import { z } from 'zod';
import { CHAIN_CONDITIONS, SOURCE_KINDS } from '@/lib/domain/chain-condition';
import { NETWORKS } from '@/lib/domain/network';

const at = z.iso.datetime();

const reorgAnswer = z.object({
  at,
  /** The newest block that stayed. */
  fork_height: z.int(),
  from_height: z.int(),
  from_hash: z.string(),
  to_height: z.int(),
  to_hash: z.string(),
});
export type ReorgAnswer = z.infer<typeof reorgAnswer>;

const chainAnswer = z.object({
  network: z.enum(NETWORKS),
  source: z.enum(SOURCE_KINDS),
  condition: z.enum(CHAIN_CONDITIONS),
  height: z.int().nullable(),
  hash: z.string().nullable(),
  block_time: at.nullable(),
  tip_height: z.int().nullable(),
  tip_hash: z.string().nullable(),
  lag_blocks: z.int().nullable(),
  read_at: at.nullable(),
  answered_at: at.nullable(),
  failing_since: at.nullable(),
  /** The source's own words. */
  fault: z.string().nullable(),
  next_read_at: at.nullable(),
  /** Payments of the shop. */
  waiting: z.object({ pending: z.int(), detected: z.int() }),
  reorgs: z.array(reorgAnswer),
});
export type ChainAnswer = z.infer<typeof chainAnswer>;

export const chainsAnswer = z.object({
  data: z.array(chainAnswer),
  /** The server's clock. */
  now: at,
});
export type ChainsAnswer = z.infer<typeof chainsAnswer>;
