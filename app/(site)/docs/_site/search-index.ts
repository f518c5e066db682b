import { createSearchAPI } from 'fumadocs-core/search/server';
import type { CompiledPage } from '../_compile/compiled-page';

/** The index that the browser searches: heading and text of every section of every page. */
export function searchIndex(
  pages: readonly Pick<CompiledPage, 'path' | 'title' | 'sections'>[],
): Promise<Response> {
  const indexes = pages.flatMap(({ path, title, sections }) =>
    sections.map(({ id, heading, text }, at) => {
      const url = at === 0 ? path : `${path}#${id}`;
      const contents = [{ heading: undefined, content: `${heading}. ${text}` }];
      const structuredData = { headings: [], contents };
      return { id: url, url, title: heading, breadcrumbs: [title], structuredData };
    }),
  );
  return createSearchAPI('advanced', { indexes }).staticGET();
}
