import { z } from 'zod';
import { NETWORKS } from '@/lib/domain/network';
import { ROLES } from '@/lib/domain/roles';

const merchantAnswer = z.object({ id: z.string(), name: z.string() });

/** What stands around every page. */
export const frameAnswer = z.object({
  email: z.string(),
  role: z.enum(ROLES),
  merchant: merchantAnswer,
  merchants: z.array(merchantAnswer),
  chains: z.array(
    z.object({
      network: z.enum(NETWORKS),
      height: z.int().nullable(),
      read_at: z.iso.datetime().nullable(),
      failing_since: z.iso.datetime().nullable(),
    }),
  ),
  /** Public base URL, without a slash at the end. */
  app_url: z.string(),
  /** The server's clock, by which the ages above count. */
  now: z.iso.datetime(),
});
export type FrameAnswer = z.infer<typeof frameAnswer>;
