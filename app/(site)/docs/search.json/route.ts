import { library } from '../_library/library';
import { searchIndex } from '../_search/search-index';

export const dynamic = 'force-dynamic';

/** What the search box looks in. */
export async function GET(): Promise<Response> {
  return Response.json(searchIndex(await library()));
}
