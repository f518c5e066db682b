import { createLoader, type inferParserType, parseAsInteger, parseAsString } from 'nuqs/server';
import { pageSearch } from '../../_list/page-search';

/** The search text for endpoints, and the page from 1, in the URL. */
export const endpointsParsers = {
  q: parseAsString.withDefault(''),
  page: parseAsInteger.withDefault(1),
};

export type EndpointsUrl = inferParserType<typeof endpointsParsers>;

/** Reads the same values on the server. */
export const endpointsUrlOf = createLoader(endpointsParsers);

const PAGE_SIZE = 25;

/** The query string of the list's endpoint. */
export function searchOf({ q, page }: EndpointsUrl): string {
  return new URLSearchParams({
    ...(q && { q }),
    ...pageSearch(page, PAGE_SIZE),
  }).toString();
}
