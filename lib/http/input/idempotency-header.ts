import { z } from 'zod';

/** @param example an Idempotency-Key to show in the documentation of its header */
export function documentIdempotencyHeader(example: string) {
  return {
    'Idempotency-Key': {
      description:
        'Makes the request safe to repeat. For 30 days, a request with the same Idempotency-Key and the same body gets the first response again. Other API keys can use the same Idempotency-Key. Refused requests are not stored.',
      schema: z
        .string()
        .regex(/^[\x21-\x7e]{1,255}$/)
        .optional()
        .meta({ examples: [example] }),
    },
  };
}

/** Marks a response that was stored for an earlier request with the same Idempotency-Key. */
export const REPLAYED_HEADER = { 'idempotency-replayed': 'true' };
