import type { DocPage, Library } from '../_library/library';

export interface NavGroup {
  readonly title: string;
  readonly links: readonly { readonly path: string; readonly label: string }[];
}

const GUIDES = ['Start', 'Build', 'Run'];
const REFERENCE = '/docs/reference';
const ERRORS = '/docs/errors';

/**
 * What the navigation shows beside a page. Within the reference or the errors, all of that comes
 * first: so the page shown is in sight.
 */
export function navigation({ pages }: Library, current: string): NavGroup[] {
  const within = (path: string) => (page: DocPage) => page.path.startsWith(path);
  const guides = GUIDES.map((title) => ({ title, links: pages.filter(inGroup(title)) }));
  const reference = { title: 'Reference', links: pages.filter(inGroup('Reference')) };
  if (current.startsWith(REFERENCE)) {
    return [reference, ...tagged(pages.filter(within(`${REFERENCE}/`))), ...guides];
  }
  if (current.startsWith(ERRORS)) {
    const codes = { title: 'Error codes', links: pages.filter(within(`${ERRORS}/`)) };
    return [reference, codes, ...guides];
  }
  return [...guides, reference];
}

const inGroup = (title: string) => (page: DocPage) => page.group === title;

function tagged(pages: readonly DocPage[]): { title: string; links: DocPage[] }[] {
  const titles = [...new Set(pages.map(({ group }) => group))].filter(
    (title) => title !== 'Reference',
  );
  return titles.map((title) => ({ title, links: pages.filter(inGroup(title)) }));
}
