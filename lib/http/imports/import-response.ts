import { z } from 'zod';
import type { ResponseOf } from '../response';
import { count } from '../response-fields';

/** What an import changed or would change. The secrets in plain text cannot be read again. */
export const importSchema = z.strictObject({
  name: z.string(),
  currency: z.string().nullable(),
  key_id: z.string().nullable().meta({
    description: 'The store’s API key here; null if the import would create it.',
  }),
  kind: z.string(),
  first_addresses: z.array(z.string()),
  next_index: count,
  invoices: z.strictObject({
    found: count,
    by_status: z.array(z.strictObject({ status: z.string(), count })),
    imported: count,
    known: count,
  }),
  webhooks: z.array(z.strictObject({ url: z.string(), secret: z.string().nullable() })),
  warnings: z.array(z.string()),
  secrets: z.strictObject({ api_key: z.string(), signing_secret: z.string() }).nullable(),
});
export type ImportResponse = ResponseOf<typeof importSchema>;
