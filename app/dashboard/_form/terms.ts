import * as z from '@/app/form-schema';
import { DEFAULT_CONFIRMATIONS, DEFAULT_EXPIRES_IN_SECONDS } from '@/lib/domain/limits';

/** A text of at most so many characters, counted as the API does. */
export function textUpTo(most: number) {
  return z.string().refine((text) => [...text.trim()].length <= most, {
    error: `Use at most ${most} characters.`,
  });
}

/** What the API assumes without these fields. */
export const DEFAULT_TERMS = {
  expiresIn: String(DEFAULT_EXPIRES_IN_SECONDS),
  confirmations: String(DEFAULT_CONFIRMATIONS),
};
