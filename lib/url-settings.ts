import { z } from 'zod';
import { brokenTlsRule } from '@/lib/domain/database-tls';
import { readDatabaseUrl } from '@/lib/domain/database-url';
import { ENCODING_RULE, isEncodedUrl, parseUrl } from '@/lib/domain/parse-url';

/** A URL whose special characters are percent-encoded. */
export const encodedUrl = (used?: string) =>
  z.string().refine((text) => isEncodedUrl(text, used), { error: ENCODING_RULE, abort: true });

/** @param used which of "?" and "#" the setting uses */
export const httpUrl = (used?: string) =>
  encodedUrl(used)
    .refine((text) => /^https?:$/.test(parseUrl(text)?.protocol ?? ''), {
      error: 'must be an http:// or https:// URL',
    })
    .transform((text) => new URL(text));

/** @param missing the error message if there is no URL */
export const databaseUrl = (missing: string) =>
  z.string({ error: missing }).pipe(
    encodedUrl('?').superRefine((text, context) => {
      const parameters = readDatabaseUrl(text)?.rest.searchParams;
      const rule = parameters && brokenTlsRule(parameters);
      if (!parameters) context.addIssue('must be a postgres:// URL');
      else if (rule) context.addIssue(`has an invalid parameter: ${rule}`);
    }),
  );
