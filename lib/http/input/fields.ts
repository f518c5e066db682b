import { z } from 'zod';
import type { ZodOpenApiOverrideMetaContext } from 'zod-openapi';
import { AddressError, addressToScript } from '@/lib/bitcoin/address';
import { MAX_REFERENCE_LENGTH, MAX_UNIX_SECONDS, MAX_URL_LENGTH } from '@/lib/domain/limits';
import { isTimeZone } from '@/lib/domain/local-days';
import { isOneLine, ONE_LINE_NAME_ERROR } from '@/lib/domain/one-line';
import { parseUrl } from '@/lib/domain/parse-url';

export function wholeNumber(min: number, max: number) {
  const rule = `Must be a whole number from ${min} to ${max}`;
  const error = ({ input }: { readonly input?: unknown }) =>
    typeof input === 'string' ? `${rule}, without quotes.` : `${rule}.`;
  return z.int({ error }).min(min, { error }).max(max, { error });
}

/** A query parameter in decimal digits, without sign or leading zeros. */
export function integerParameter(min: number, max: number, hint = '') {
  const error = `Must be a whole number from ${min} to ${max}, in decimal digits.${hint}`;
  return z
    .string({ error })
    .regex(/^(?:0|[1-9]\d*)$/, { error })
    .transform(Number)
    .pipe(z.number().min(min, { error }).max(max, { error }))
    .meta({
      // The OpenAPI document shows a number, although the schema reads text.
      override: ({ jsonSchema }: ZodOpenApiOverrideMetaContext) => {
        delete jsonSchema.pattern;
        Object.assign(jsonSchema, { type: 'integer', minimum: min, maximum: max });
      },
    });
}

/** A query parameter with some of these words, separated by commas. */
export function listParameter<const T extends readonly string[]>(values: T) {
  const error = `Must be some of: ${values.join(', ')}, with commas between.`;
  const known: ReadonlySet<string> = new Set(values);
  return z
    .string()
    .refine((text) => text.split(',').every((word) => known.has(word)), {
      error,
      params: { code: 'invalid_value' },
    })
    .transform((text) => text.split(',') as T[number][])
    .meta({
      // The OpenAPI document shows a list, although the schema reads text.
      override: ({ jsonSchema }: ZodOpenApiOverrideMetaContext) => {
        Object.assign(jsonSchema, { type: 'array', items: { type: 'string', enum: [...values] } });
      },
    });
}

export const unixSecondsParameter = integerParameter(
  0,
  MAX_UNIX_SECONDS,
  ' It is a Unix timestamp in seconds, not in milliseconds.',
);

const URL_ERROR = `Must be a complete URL such as https://shop.example/webhooks, of at most ${MAX_URL_LENGTH} characters and without spaces.`;

/** Accepts any URL. Another check decides where webhooks may go. */
export const webhookUrl = z
  .string({ error: 'Must be a string with a URL.' })
  .max(MAX_URL_LENGTH, { error: URL_ERROR })
  .refine((text) => !/\s/.test(text) && isOneLine(text) && parseUrl(text) !== undefined, {
    error: URL_ERROR,
    params: { code: 'invalid_format' },
  })
  .meta({ format: 'uri' });

/** One line of text with at most `max` code points. */
export function oneLineSchema(max: number) {
  const error = `Must be 1 to ${max} characters without control characters.`;
  return z
    .string({ error: 'Must be a string.' })
    .refine(
      (text) => {
        const length = [...text].length;
        return length >= 1 && length <= max && isOneLine(text);
      },
      { error, params: { code: 'invalid_format' } },
    )
    .meta({ minLength: 1, maxLength: max });
}

/** A name that a person typed: one line, trimmed. */
export function nameSchema(max: number, ifEmpty: string) {
  return z
    .string()
    .trim()
    .min(1, { error: ifEmpty })
    .max(max, { error: `A name has at most ${max} characters.` })
    .refine(isOneLine, { error: ONE_LINE_NAME_ERROR });
}

export const referenceSchema = oneLineSchema(MAX_REFERENCE_LENGTH);

/** An address of any network, because the API key decides which network is right. */
export const bitcoinAddress = z
  .string({ error: 'Must be a string with a Bitcoin address.' })
  .refine(isAddress, {
    error: 'Must be a Bitcoin address. This one is mistyped or cut off.',
    params: { code: 'invalid_address' },
  });

function isAddress(text: string): boolean {
  try {
    addressToScript(text, 'mainnet');
    return true;
  } catch (error) {
    if (error instanceof AddressError) return error.reason !== 'malformed';
    throw error;
  }
}

export const searchText = z
  .string()
  .max(MAX_URL_LENGTH, { error: `Must have at most ${MAX_URL_LENGTH} characters.` });

export const timeZone = z
  .string()
  .max(100)
  .refine(isTimeZone, { error: 'Must be the name of a time zone, such as Europe/Berlin.' });
