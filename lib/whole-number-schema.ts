import { z } from 'zod';

/** Parses the text of a variable as a whole number. Every error message contains the range. */
export function wholeNumberSchema(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number({ error }).int().min(min).max(max);
}
