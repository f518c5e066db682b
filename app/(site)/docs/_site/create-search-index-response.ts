import { createSearchAPI } from 'fumadocs-core/search/server';
import type { CompiledDocsPage } from '../_compile/docs-files';

interface IndexedPage {
  readonly url: string;
  readonly data: Pick<CompiledDocsPage, 'structuredData'>;
}

/**
 * Returns the index for the search in the browser. Each section is one entry, so a section matches
 * only if it contains all words of the query.
 */
export function createSearchIndexResponse(pages: readonly IndexedPage[]): Promise<Response> {
  const indexes = pages.flatMap(({ url: page, data }) => {
    const { headings, contents } = data.structuredData;
    return headings.map(({ id, content: title }, at) => {
      const url = at === 0 ? page : `${page}#${id}`;
      const texts = contents.filter(({ heading }) => heading === id).map(({ content }) => content);
      const content = [`${title}.`, ...texts].join(' ').replace(/\s+/g, ' ');
      const structuredData = { headings: [], contents: [{ heading: undefined, content }] };
      return { id: url, url, title, breadcrumbs: [headings[0]?.content ?? ''], structuredData };
    });
  });
  return createSearchAPI('advanced', { indexes }).staticGET();
}
