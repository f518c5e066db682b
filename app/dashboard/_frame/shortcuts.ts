'use client';

import { useEffect, useSyncExternalStore } from 'react';
import { isBehindDialog } from '@/app/_ui/is-behind-dialog';
import { areShortcutsEnabled, storeShortcutsEnabled } from '@/app/_ui/shortcuts-enabled';
import { NAV_GROUPS } from './nav-items';
import { NEW_PAYMENT } from './paths';
import { useGuardedNavigate } from './use-guarded-navigate';

const CHANGED = 'blocktally-keys-changed';

/** The setting is stored in this browser and defaults to on. */
export function useShortcutsEnabled(): [boolean, (enabled: boolean) => void] {
  const enabled = useSyncExternalStore(subscribe, areShortcutsEnabled, () => true);
  return [enabled, setEnabled];
}

function setEnabled(enabled: boolean): void {
  storeShortcutsEnabled(enabled);
  window.dispatchEvent(new Event(CHANGED));
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener(CHANGED, onChange);
  window.addEventListener('storage', onChange);
  return () => {
    window.removeEventListener(CHANGED, onChange);
    window.removeEventListener('storage', onChange);
  };
}

/** The longest pause between `g` and the letter after it. */
const SEQUENCE_MS = 1_200;

const PAGES = new Map(
  NAV_GROUPS.flatMap(({ items }) => items).flatMap(({ letter, href }) =>
    letter ? [[letter, href] as const] : [],
  ),
);

/**
 * Adds the dashboard's single-key shortcuts. `/` focuses the field with `data-search`; `j` and `k`
 * move the focus between the links with `data-row-link`.
 */
export function useShortcuts(enabled: boolean, showList: () => void): void {
  const go = useGuardedNavigate();
  useEffect(() => {
    if (!enabled) return;
    let goPressedAt = Number.NEGATIVE_INFINITY;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || isBehindDialog()) return;
      const going = event.timeStamp - goPressedAt < SEQUENCE_MS;
      goPressedAt = Number.NEGATIVE_INFINITY;
      const page = going ? PAGES.get(event.key) : undefined;
      if (page) go(page);
      else if (event.key === 'g') goPressedAt = event.timeStamp;
      else if (event.key === 'c') go(NEW_PAYMENT);
      else if (event.key === '?') showList();
      else if (event.key === 'j' || event.key === 'k') moveRow(event.key === 'j' ? 1 : -1);
      else if (event.key === 'x') chooseRow();
      else if (event.key === '/') focusSearch();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [enabled, go, showList]);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.matches('textarea, select')) return true;
  return (
    target instanceof HTMLInputElement && !/^(?:checkbox|radio|button|submit)$/.test(target.type)
  );
}

function moveRow(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('[data-row-link]')];
  // The focus may be on another element of the row, such as a checkbox.
  const at = links.findIndex((link) =>
    (link.closest('tr, li') ?? link).contains(document.activeElement),
  );
  const next = at < 0 ? (step > 0 ? 0 : links.length - 1) : at + step;
  links[next]?.focus();
}

function chooseRow(): void {
  const row = document.activeElement?.closest('tr');
  row?.querySelector<HTMLElement>('input[type="checkbox"]')?.click();
}

function focusSearch(): void {
  const field = document.querySelector<HTMLInputElement>('[data-search]');
  field?.focus();
  field?.select();
}
