'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { NAV_GROUPS, NEW_PAYMENT } from './nav-items';

/** How long a `g` waits for its second letter. */
const SEQUENCE_MS = 1_200;

const PLACES = new Map(
  NAV_GROUPS.flatMap(({ items }) => items).flatMap(({ letter, href }) =>
    letter ? [[letter, href] as const] : [],
  ),
);

/**
 * The dashboard's single keys. Pages take part by attributes: `data-search` on the field that `/`
 * goes to, `data-row-link` on the link of each row that `j` and `k` walk through.
 */
export function useShortcuts(enabled: boolean, showList: () => void): void {
  const router = useRouter();
  useEffect(() => {
    if (!enabled) return;
    let goingSince = Number.NEGATIVE_INFINITY;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || document.querySelector('[role="dialog"], [role="menu"]'))
        return;
      const going = event.timeStamp - goingSince < SEQUENCE_MS;
      goingSince = Number.NEGATIVE_INFINITY;
      const place = going ? PLACES.get(event.key) : undefined;
      if (place) router.push(place);
      else if (event.key === 'g') goingSince = event.timeStamp;
      else if (event.key === 'c') router.push(NEW_PAYMENT);
      else if (event.key === '?') showList();
      else if (event.key === 'j' || event.key === 'k') walkRows(event.key === 'j' ? 1 : -1);
      else if (event.key === '/') focusSearch();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [enabled, router, showList]);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.matches('textarea, select')) return true;
  return (
    target instanceof HTMLInputElement && !/^(?:checkbox|radio|button|submit)$/.test(target.type)
  );
}

function walkRows(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('[data-row-link]')];
  const at = links.indexOf(document.activeElement as HTMLElement);
  const next = at < 0 ? (step > 0 ? 0 : links.length - 1) : at + step;
  links[next]?.focus();
}

function focusSearch(): void {
  const field = document.querySelector<HTMLInputElement>('[data-search]');
  field?.focus();
  field?.select();
}
