'use client';

import {
  type FocusEvent,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Input } from '@/app/_ui/field';
import { Search } from '@/app/_ui/icons';

const DEBOUNCE_MS = 300;

interface Props {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onSearch: (text: string) => void;
  /** Whether `/` focuses this field. Only one field per page can have this shortcut. */
  readonly hasShortcut?: boolean;
}

/**
 * Searches when typing pauses and on Enter. Also searches on blur, unless a link to another page
 * gets the focus. Escape leaves the field and keeps its text.
 */
export function SearchBox({ label, placeholder, value, onSearch, hasShortcut = true }: Props) {
  const [text, setText] = useState(value);
  const searched = useRef(value);
  // Set while the user opens another page, because a search would cancel the navigation.
  const isLeaving = useRef(false);
  useEffect(() => {
    // A value that is not the searched text comes from "Clear filters" or the Back button.
    if (value !== searched.current) {
      searched.current = value;
      setText(value);
    }
  }, [value]);
  const search = useCallback(
    (typed: string) => {
      // The field keeps a trailing space, because another word may follow.
      const wanted = typed.trim();
      if (wanted === searched.current) return;
      searched.current = wanted;
      onSearch(wanted);
    },
    [onSearch],
  );
  useEffect(() => {
    const timer = setTimeout(() => {
      if (!isLeaving.current) search(text);
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, search]);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') search(text);
    if (event.key !== 'Escape') return;
    // Some browsers clear the field on Escape.
    event.preventDefault();
    event.currentTarget.blur();
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    isLeaving.current = isLinkAway(relatedTarget);
    if (!isLeaving.current) search(text);
  };
  return (
    <search className="relative min-w-0 grow basis-52 sm:max-w-80">
      <Search
        aria-hidden
        className="pointer-events-none absolute inset-y-0 start-3 my-auto size-4 text-ink-3"
      />
      <Input
        type="search"
        data-search={hasShortcut || undefined}
        aria-label={label}
        placeholder={placeholder}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onFocus={() => {
          isLeaving.current = false;
        }}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
        className="ps-9"
      />
    </search>
  );
}

function isLinkAway(target: EventTarget | null): boolean {
  return target instanceof HTMLAnchorElement && target.pathname !== location.pathname;
}
