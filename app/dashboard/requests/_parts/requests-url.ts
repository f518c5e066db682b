import {
  createLoader,
  type inferParserType,
  parseAsString,
  parseAsStringLiteral,
} from 'nuqs/server';
import { STATUS_CLASSES } from '@/lib/domain/status-class';

export const requestsUrlParsers = {
  key: parseAsString,
  status: parseAsStringLiteral(STATUS_CLASSES),
  /** The id of a request to show instead of the list. */
  request: parseAsString.withDefault(''),
};

type RequestsUrl = inferParserType<typeof requestsUrlParsers>;

export const loadRequestsUrl = createLoader(requestsUrlParsers);

/** Returns the query string of the list's endpoint, without the page. */
export function requestListSearch({ key, status }: Pick<RequestsUrl, 'key' | 'status'>): string {
  return new URLSearchParams({ ...(key && { key }), ...(status && { status }) }).toString();
}
