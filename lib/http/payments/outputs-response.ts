import { z } from 'zod';
import { confirmations } from '@/lib/domain/confirmations';
import type { OutputPage, PaymentOutput } from '@/lib/payments/views/list-outputs';
import type { ResponseOf } from '../response';
import { count, moment } from '../response-fields';
import { serializeView } from '../serialize-view';

const outputSchema = z.strictObject({
  txid: z.string(),
  vout: z.int(),
  sats: z.int(),
  height: z.int().nullable(),
  confirmations: count,
  first_seen_at: moment,
  gone: z.boolean(),
  replaced_by: z.string().nullable(),
});
export type OutputResponse = ResponseOf<typeof outputSchema>;

export const outputPageSchema = z.strictObject({
  data: z.array(outputSchema),
  has_more: z.boolean(),
});

/** @param chainHeight the height up to which confirmations are counted */
export function outputPageResponse(
  { outputs, hasMore }: OutputPage,
  chainHeight: number | null,
): ResponseOf<typeof outputPageSchema> {
  return { data: outputs.map((output) => outputAnswer(output, chainHeight)), has_more: hasMore };
}

function outputAnswer(output: PaymentOutput, chainHeight: number | null): OutputResponse {
  const known = confirmations(output.height, chainHeight);
  return serializeView(outputSchema, { ...output, confirmations: known });
}
