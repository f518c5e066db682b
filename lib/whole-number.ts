import { z } from 'zod';

/** The text of a variable as a whole number; whatever is wrong with it, the message says the range. */
export function wholeNumber(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number({ error }).int().min(min).max(max);
}
