import { z } from 'zod';

/**
 * Returns the documentation of the Idempotency-Key header.
 *
 * @param example an example of a key
 */
export function idempotencyHeader(example: string) {
  return {
    'Idempotency-Key': {
      description:
        'Makes the request safe to repeat: for 30 days the same key with the same body gets the first response again. It belongs to the API key. Refused requests are not stored.',
      schema: z
        .string()
        .regex(/^[\x21-\x7e]{1,255}$/)
        .optional()
        .meta({ examples: [example] }),
    },
  };
}

/** Marks a response that repeats the response to an earlier request with the same key. */
export const REPLAYED_HEADER = { 'idempotency-replayed': 'true' };
