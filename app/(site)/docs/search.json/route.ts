import { createSearchIndexResponse } from '../_site/create-search-index-response';
import { loadDocs } from '../_site/source';

export const dynamic = 'force-static';

export function GET(): Promise<Response> {
  return createSearchIndexResponse(loadDocs('').getPages());
}
