import {
  createLoader,
  type inferParserType,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
} from 'nuqs/server';
import { NETWORKS } from '@/lib/domain/network';
import { pageSearch } from '../../_list/page-search';

export const customerParsers = {
  network: parseAsStringLiteral(NETWORKS),
  q: parseAsString,
  page: parseAsInteger.withDefault(1),
};

export const customerViewOf = createLoader(customerParsers);

const PAGE_SIZE = 50;

export function customerSearch({ network, q, page }: inferParserType<typeof customerParsers>) {
  const search = new URLSearchParams(pageSearch(page, PAGE_SIZE));
  if (network) search.set('network', network);
  if (q) search.set('q', q);
  return search.toString();
}
