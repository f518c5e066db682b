'use client';

import { type RefObject, useEffect } from 'react';

/** The path of the page that was last arrived at; undefined until the document has loaded. */
let last: string | undefined;

/**
 * Gives the focus that the previous page took with it to the row that was opened there or, on any
 * other page, to its heading.
 */
export function useArrival(heading: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const left = last;
    last = window.location.pathname;
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (left === undefined || left === last || !isLost) return;
    const row = document.querySelector<HTMLElement>(`[data-row-link][href="${CSS.escape(left)}"]`);
    const target = row ?? heading.current;
    target?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest' });
  }, [heading]);
}
