import { z } from 'zod';

/** The text of a variable as a whole number; whatever is wrong with it, the message says the range. */
export function wholeNumber(least: number, most: number) {
  const error = `must be a whole number from ${least} to ${most}`;
  return z.coerce.number({ error }).int().min(least).max(most);
}
