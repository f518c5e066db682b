import { createLoader, type inferParserType, parseAsInteger, parseAsString } from 'nuqs/server';
import { toLimitAndOffset } from '../../_list/to-limit-and-offset';

/** `url` is the search text, and `endpoints` the page number from 1. */
export const endpointsUrlParsers = {
  url: parseAsString.withDefault(''),
  endpoints: parseAsInteger.withDefault(1),
};

export type EndpointsUrl = inferParserType<typeof endpointsUrlParsers>;

export const loadEndpointsUrl = createLoader(endpointsUrlParsers);

export const ENDPOINTS_PER_PAGE = 10;

export function endpointListSearch({ url, endpoints }: EndpointsUrl): string {
  return new URLSearchParams({
    ...(url && { q: url }),
    ...toLimitAndOffset(endpoints, ENDPOINTS_PER_PAGE),
  }).toString();
}
