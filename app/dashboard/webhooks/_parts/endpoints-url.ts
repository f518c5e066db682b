import { createLoader, type inferParserType, parseAsInteger, parseAsString } from 'nuqs/server';
import { toLimitAndOffset } from '../../_list/to-limit-and-offset';

/** `url` is the search text, and `endpoints` the page number from 1. */
export const endpointsParsers = {
  url: parseAsString.withDefault(''),
  endpoints: parseAsInteger.withDefault(1),
};

export type EndpointsUrl = inferParserType<typeof endpointsParsers>;

export const endpointsUrlOf = createLoader(endpointsParsers);

export const ENDPOINTS_SHOWN = 10;

export function endpointSearch({ url, endpoints }: EndpointsUrl): string {
  return new URLSearchParams({
    ...(url && { q: url }),
    ...toLimitAndOffset(endpoints, ENDPOINTS_SHOWN),
  }).toString();
}
