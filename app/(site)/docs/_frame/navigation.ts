import type { DocPage, Library } from '../_library/library';

export interface NavLink {
  readonly path: string;
  readonly label: string;
}

export interface NavGroup {
  readonly title: string;
  readonly links: readonly NavLink[];
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

/** What comes before and after a page in the navigation. Error codes are looked up, not read through. */
export function neighbours(
  library: Library,
  current: string,
): { previous: NavLink | undefined; next: NavLink | undefined } {
  const links = navigation(library, current).flatMap((group) => group.links);
  const at = links.findIndex(({ path }) => path === current);
  if (at < 0 || current.startsWith(`${ERRORS}/`)) return { previous: undefined, next: undefined };
  return { previous: links[at - 1], next: links[at + 1] };
}

const inGroup = (title: string) => (page: DocPage) => page.group === title;

function tagged(pages: readonly DocPage[]): { title: string; links: DocPage[] }[] {
  const titles = [...new Set(pages.map(({ group }) => group))].filter(
    (title) => title !== 'Reference',
  );
  return titles.map((title) => ({ title, links: pages.filter(inGroup(title)) }));
}
