'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { type RefObject, useEffect } from 'react';

/** Path and query of the last opened page; undefined until the document has loaded. */
let last: string | undefined;

/**
 * If a navigation lost the focus, focuses the row that links to the previous URL, or else the
 * heading. A changed query counts as a navigation, because a row's link may change only the query.
 */
export function useFocusAfterNavigation(heading: RefObject<HTMLElement | null>): void {
  const here = `${usePathname()}?${useSearchParams()}`;
  useEffect(() => {
    const left = last;
    last = here;
    const { activeElement: focused, body } = document;
    // If only the query changes, the old heading stays and may still have the focus. Such a focus
    // counts as lost.
    const isLost = focused === null || focused === body || focused === heading.current;
    if (left === undefined || left === here || !isLost) return;
    const links = [...document.querySelectorAll<HTMLAnchorElement>('a[data-row-link]')];
    const row = links.find((link) => hasOpened(link, new URL(left, link.href)));
    const target = row ?? heading.current;
    target?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest' });
  }, [heading, here]);
}

/** Whether a row's link leads to this URL. The URL may also contain filters. */
function hasOpened(link: HTMLAnchorElement, { pathname, searchParams }: URL): boolean {
  const wanted = [...new URL(link.href).searchParams];
  return (
    link.pathname === pathname && wanted.every(([name, value]) => searchParams.get(name) === value)
  );
}
