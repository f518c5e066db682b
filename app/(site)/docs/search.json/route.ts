import { searchIndex } from '../_site/search-index';
import { loadDocs } from '../_site/source';

export const dynamic = 'force-static';

export function GET(): Promise<Response> {
  return searchIndex(loadDocs('').getPages());
}
