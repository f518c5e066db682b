import { z } from 'zod';
import type { DashboardFrame } from '@/lib/accounts/read-dashboard-frame';
import { NETWORKS } from '@/lib/domain/network';
import { publicUrl } from '@/lib/domain/public-url';
import { ROLES } from '@/lib/domain/roles';
import type { ResponseOf } from '../response';
import { count, moment, namedSchema } from '../response-fields';
import { serializeView } from '../serialize-view';

const chainSchema = z.strictObject({
  network: z.enum(NETWORKS),
  read_at: moment.nullable(),
  failing_since: moment.nullable(),
});

/** The data of the frame around every dashboard page, such as the navigation's counts. */
export const dashboardFrameSchema = z.strictObject({
  name: z.string().nullable(),
  email: z.string(),
  role: z.enum(ROLES),
  merchant: namedSchema.extend({
    display_currency: z.string().nullable(),
    time_zone: z.string().nullable(),
    customer_retention_days: z.int().nullable(),
  }),
  merchants: z.array(namedSchema),
  chains: z.array(chainSchema),
  decisions: count.nullable().meta({
    description: 'The number of open decisions in the inbox; null if it could not be read.',
  }),
  failing_endpoints: count.nullable().meta({
    description: 'Webhook endpoints that fail; null if they could not be read.',
  }),
  app_url: z.string().meta({ description: 'Public base URL, without a slash at the end.' }),
  now: moment.meta({ description: 'The server’s clock, for the ages of the times above.' }),
});
export type DashboardFrameResponse = ResponseOf<typeof dashboardFrameSchema>;

export function dashboardFrameResponse(
  frame: DashboardFrame,
  context: {
    readonly now: Date;
    readonly appUrl: URL;
    readonly decisions: number | null;
    readonly failingEndpoints: number | null;
  },
): DashboardFrameResponse {
  const { appUrl, ...counts } = context;
  return serializeView(dashboardFrameSchema, {
    ...frame,
    ...counts,
    appUrl: publicUrl(appUrl, ''),
  });
}
