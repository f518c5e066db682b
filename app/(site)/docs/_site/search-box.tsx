'use client';

import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Input } from '@/app/_ui/field';
import { Search as SearchIcon } from '@/app/_ui/icons';
import { areShortcutsEnabled } from '@/app/_ui/shortcuts-enabled';
import { useSearch } from './search';
import { SearchHitList } from './search-hit-list';

/**
 * Searches while the user types. "/" focuses the field, and Enter opens a page with the same
 * results.
 */
export function SearchBox({ asked = '' }: { asked?: string | undefined }) {
  const id = useId();
  const box = useRef<HTMLElement>(null);
  const [open, setOpen] = useState(false);
  const { query, setQuery, found, summary } = useSearch(asked);
  const shown = open ? summary : undefined;
  useSlash(() => box.current?.querySelector('input')?.focus());

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      setOpen(false);
      box.current?.querySelector('input')?.focus();
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const stops = [...(box.current?.querySelectorAll<HTMLElement>('input, a') ?? [])];
    const at = stops.indexOf(document.activeElement as HTMLElement);
    const next = stops[at + (event.key === 'ArrowDown' ? 1 : -1)];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  return (
    <search
      ref={box}
      className="relative block"
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <form action="/docs/search" method="get" className="relative">
        <SearchIcon
          aria-hidden
          className="pointer-events-none absolute start-3 top-1/2 size-4 -translate-y-1/2 text-ink-3"
        />
        <label htmlFor={id} className="sr-only">
          Search the documentation
        </label>
        <Input
          id={id}
          name="q"
          type="search"
          placeholder="Search"
          autoComplete="off"
          aria-keyshortcuts="/"
          className="ps-9"
          value={query}
          onFocus={() => setOpen(true)}
          onChange={(event) => {
            setQuery(event.target.value);
            setOpen(true);
          }}
        />
      </form>
      <p role="status" className="sr-only">
        {shown}
      </p>
      {shown && (
        <div className="mt-1 max-h-[60dvh] overflow-y-auto rounded-slip border border-float-border bg-surface p-1 shadow-float lg:fixed lg:w-105">
          {!/^\d/.test(shown) && <p className="px-3 py-2 text-ink-2 text-small">{shown}</p>}
          <SearchHitList
            found={found}
            linkClassName="block rounded-control px-3 py-2 -outline-offset-2 hover:bg-sunken focus:bg-sunken"
          />
        </div>
      )}
    </search>
  );
}

function useSlash(onSlash: () => void): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      const typing = target instanceof Element && target.matches('input, textarea, select');
      if (key !== '/' || ctrlKey || metaKey || altKey || typing || !areShortcutsEnabled()) return;
      event.preventDefault();
      onSlash();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
}
