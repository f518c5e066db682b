import { NonRetriableError, RetryAfterError } from 'inngest';
import type { z } from 'zod';
import type { Logger } from '@/lib/log';

const AGAIN_AFTER_MS = 5_000;

/**
 * Does the work of a step. What goes wrong is written to our own log and stays there: errors
 * travel to Inngest with their text, and a failed query's text holds its parameters.
 *
 * @throws RetryAfterError
 */
export async function guard<T>(log: Logger, job: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (err) {
    log.error({ err, job }, 'a job failed and will be run again');
    throw new RetryAfterError(`"${job}" failed; the log of the server says why`, AGAIN_AFTER_MS);
  }
}

/** @throws NonRetriableError naming the fields that are wrong, never their values */
export function parseEvent<T>(schema: z.ZodType<T>, data: unknown): T {
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map(({ path }) => path.join('.')).join(', ');
  throw new NonRetriableError(`The event is not valid: ${fields || 'it has no data'}`);
}
