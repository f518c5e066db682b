'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { type RefObject, useEffect } from 'react';

/** The path and query of the last opened page; undefined until the document has loaded. */
let last: string | undefined;

/**
 * Gives the focus that the previous page took with it to the row that was opened there or, on any
 * other page, to its heading. A row may also be opened by a field of the query.
 */
export function useArrival(heading: RefObject<HTMLElement | null>): void {
  const here = `${usePathname()}?${useSearchParams()}`;
  useEffect(() => {
    const left = last;
    last = here;
    const { activeElement: focused, body } = document;
    // A heading that stays while the query changes still has the focus of its own arrival.
    const isLost = focused === null || focused === body || focused === heading.current;
    if (left === undefined || left === here || !isLost) return;
    const links = [...document.querySelectorAll<HTMLAnchorElement>('a[data-row-link]')];
    const row = links.find((link) => hasOpened(link, new URL(left, link.href)));
    const target = row ?? heading.current;
    target?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest' });
  }, [heading, here]);
}

/** Whether a row's link leads to this URL, which may have filters too. */
function hasOpened(link: HTMLAnchorElement, { pathname, searchParams }: URL): boolean {
  const wanted = [...new URL(link.href).searchParams];
  return (
    link.pathname === pathname && wanted.every(([name, value]) => searchParams.get(name) === value)
  );
}
