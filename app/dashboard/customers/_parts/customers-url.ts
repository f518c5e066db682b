import {
  createLoader,
  type inferParserType,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
} from 'nuqs/server';
import { NETWORKS } from '@/lib/domain/network';
import { toLimitAndOffset } from '../../_list/to-limit-and-offset';

export const customersUrlParsers = {
  network: parseAsStringLiteral(NETWORKS),
  q: parseAsString,
  page: parseAsInteger.withDefault(1),
};

export const loadCustomersUrlState = createLoader(customersUrlParsers);

const PAGE_SIZE = 50;

export function toCustomersQueryString({
  network,
  q,
  page,
}: inferParserType<typeof customersUrlParsers>) {
  const search = new URLSearchParams(toLimitAndOffset(page, PAGE_SIZE));
  if (network) search.set('network', network);
  if (q) search.set('q', q);
  return search.toString();
}
