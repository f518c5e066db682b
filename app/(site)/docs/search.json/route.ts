import { type CompiledPage, SERVER_URL } from '../_compile/compiled-page';
import compiled from '../_compile/print-compiled.ts?compiled';
import { searchIndex } from '../_site/search-index';

/** The build generates the index once. */
export const dynamic = 'force-static';

export function GET(): Promise<Response> {
  const pages: CompiledPage[] = JSON.parse(compiled.replaceAll(SERVER_URL, ''));
  return searchIndex(pages);
}
