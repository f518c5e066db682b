import { createLoader, type inferParserType, parseAsInteger, parseAsString } from 'nuqs/server';
import { pageSearch } from '../../_list/page-search';

/** The text to search for in the URLs of endpoints, and the number of the page, from 1. */
export const endpointsParsers = {
  url: parseAsString.withDefault(''),
  endpoints: parseAsInteger.withDefault(1),
};

export type EndpointsUrl = inferParserType<typeof endpointsParsers>;

/** Reads these parameters on the server. */
export const endpointsUrlOf = createLoader(endpointsParsers);

export const ENDPOINTS_SHOWN = 10;

/** Returns the query string of the list's endpoint. */
export function endpointSearch({ url, endpoints }: EndpointsUrl): string {
  return new URLSearchParams({
    ...(url && { q: url }),
    ...pageSearch(endpoints, ENDPOINTS_SHOWN),
  }).toString();
}
