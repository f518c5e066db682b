import type { Library } from '../_library/library';
import { partsOf } from '../_markdown/headings';
import { plainText } from '../_markdown/plain-text';
import type { Entry } from './search-docs';

/** What can be found: every part of every page. */
export function searchIndex({ pages }: Library): Entry[] {
  return pages.flatMap(({ path, title, markdown }) =>
    partsOf(markdown).map(({ heading, tokens }) => ({
      path: heading.depth === 1 ? path : `${path}#${heading.id}`,
      page: title,
      heading: heading.text,
      text: plainText(tokens),
    })),
  );
}
