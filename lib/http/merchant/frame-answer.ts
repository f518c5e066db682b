import { z } from 'zod';
import type { Frame } from '@/lib/accounts/read-frame';
import { NETWORKS } from '@/lib/domain/network';
import { publicUrl } from '@/lib/domain/public-url';
import { ROLES } from '@/lib/domain/roles';
import type { Answer } from '../answer';
import { moment, named } from '../answer-fields';
import { wire } from '../wire';

const chainSchema = z.strictObject({
  network: z.enum(NETWORKS),
  read_at: moment.nullable(),
  failing_since: moment.nullable(),
});

/** The frame around every dashboard page. */
export const frameSchema = z.strictObject({
  email: z.string(),
  role: z.enum(ROLES),
  merchant: named.extend({ display_currency: z.string().nullable() }),
  merchants: z.array(named),
  chains: z.array(chainSchema),
  app_url: z.string().meta({ description: 'Public base URL, without a slash at the end.' }),
  now: moment.meta({ description: 'The server’s clock, for the ages of the times above.' }),
});
export type FrameAnswer = Answer<typeof frameSchema>;

export function frameAnswer(
  frame: Frame,
  { now, appUrl }: { readonly now: Date; readonly appUrl: URL },
): FrameAnswer {
  return wire(frameSchema, { ...frame, appUrl: publicUrl(appUrl, ''), now });
}
