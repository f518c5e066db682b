'use client';

import { Search } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { Input } from '@/app/_ui/field';
import { type Answer, findDocs, summary } from './find-docs';
import type { Entry } from './search-docs';

/** Finds as one types, in an index that is fetched when it is first wanted. Without script, a form. */
export function SearchBox({ asked = '' }: { asked?: string }) {
  const id = useId();
  const box = useRef<HTMLElement>(null);
  const [query, setQuery] = useState(asked);
  const [open, setOpen] = useState(false);
  const { entries, load } = useIndex();
  const answer = open && entries && query.trim() !== '' ? findDocs(entries, query) : undefined;

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
        <Search
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
          className="ps-9"
          value={query}
          onFocus={() => {
            load();
            setOpen(true);
          }}
          onChange={(event) => {
            setQuery(event.target.value);
            setOpen(true);
          }}
        />
      </form>
      <p role="status" className="sr-only">
        {answer ? summary(answer, query) : ''}
      </p>
      {answer && <Results answer={answer} query={query} />}
    </search>
  );
}

function useIndex() {
  const [entries, setEntries] = useState<Entry[]>();
  const asked = useRef(false);
  function load() {
    if (asked.current) return;
    asked.current = true;
    fetch('/docs/search.json')
      .then((response) => response.json() as Promise<Entry[]>)
      .then(setEntries)
      // The form still works; the next focus tries again.
      .catch(() => {
        asked.current = false;
      });
  }
  return { entries, load };
}

function Results({ answer, query }: { answer: Answer; query: string }) {
  const { found, corrected } = answer;
  return (
    <div className="mt-1 max-h-[60dvh] overflow-y-auto rounded-slip border border-float-border bg-surface p-1 shadow-float lg:fixed lg:w-105">
      {found.length === 0 ? (
        <p className="px-3 py-2 text-ink-2">
          Nothing found. Try fewer words, or only how one begins.
        </p>
      ) : (
        <ul>
          {corrected !== undefined && (
            <li className="px-3 py-2 text-ink-3 text-small">{summary(answer, query)}</li>
          )}
          {found.map(({ path, page, heading, excerpt }) => (
            <li key={path}>
              <a
                href={path}
                className="block rounded-control px-3 py-2 -outline-offset-2 hover:bg-sunken focus:bg-sunken"
              >
                <span className="font-medium">{heading}</span>
                {page !== heading && <span className="text-ink-3"> · {page}</span>}
                <span className="line-clamp-2 text-ink-2 text-small wrap-anywhere">{excerpt}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
