'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { type RefObject, useEffect } from 'react';

/** The path and query of the last opened page; undefined until the document has loaded. */
let last: string | undefined;

/**
 * Sets the focus that was lost with the previous page: to the row that was opened there or, without
 * one, to the heading. A field of the query may have opened a row too.
 */
export function useArrival(heading: RefObject<HTMLElement | null>): void {
  const here = `${usePathname()}?${useSearchParams()}`;
  useEffect(() => {
    const left = last;
    last = here;
    const { activeElement: focused, body } = document;
    // A heading that stays while the query changes still has the focus from its arrival.
    const isLost = focused === null || focused === body || focused === heading.current;
    if (left === undefined || left === here || !isLost) return;
    const links = [...document.querySelectorAll<HTMLAnchorElement>('a[data-row-link]')];
    const row = links.find((link) => hasOpened(link, new URL(left, link.href)));
    const target = row ?? heading.current;
    target?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest' });
  }, [heading, here]);
}

/** Whether a row's link leads to this URL. The URL may contain filters too. */
function hasOpened(link: HTMLAnchorElement, { pathname, searchParams }: URL): boolean {
  const wanted = [...new URL(link.href).searchParams];
  return (
    link.pathname === pathname && wanted.every(([name, value]) => searchParams.get(name) === value)
  );
}
