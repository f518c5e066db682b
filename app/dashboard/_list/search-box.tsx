'use client';

import { Search } from 'lucide-react';
import {
  type FocusEvent,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Input } from '@/app/_ui/field';

const WAIT_MS = 300;

interface Props {
  /** What can be searched for, as the field's name and its placeholder. */
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onSearch: (text: string) => void;
}

/**
 * A search field that acts when typing pauses, and at once when it is left for something on the same
 * page. `/` reaches it from anywhere on the page, Escape leaves it as it is.
 */
export function SearchBox({ label, placeholder, value, onSearch }: Props) {
  const [text, setText] = useState(value);
  const asked = useRef(value);
  // A change of the URL while the router is on its way to another page would call it back.
  const isLeaving = useRef(false);
  useEffect(() => {
    // Cleared or changed from elsewhere: "Clear filters", the back button.
    if (value !== asked.current) {
      asked.current = value;
      setText(value);
    }
  }, [value]);
  const act = useCallback(
    (wanted: string) => {
      if (wanted === asked.current) return;
      asked.current = wanted;
      onSearch(wanted);
    },
    [onSearch],
  );
  useEffect(() => {
    const timer = setTimeout(() => {
      if (!isLeaving.current) act(text);
    }, WAIT_MS);
    return () => clearTimeout(timer);
  }, [text, act]);
  const leaveOrAct = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') act(text);
    if (event.key !== 'Escape') return;
    // Some browsers would empty it.
    event.preventDefault();
    event.currentTarget.blur();
  };
  const actOrGo = ({ relatedTarget }: FocusEvent) => {
    isLeaving.current = leadsAway(relatedTarget);
    if (!isLeaving.current) act(text);
  };
  return (
    <search className="relative min-w-0 grow basis-52 sm:max-w-80">
      <Search
        aria-hidden
        className="pointer-events-none absolute inset-y-0 start-3 my-auto size-4 text-ink-3"
      />
      <Input
        type="search"
        data-search=""
        aria-label={label}
        placeholder={placeholder}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onFocus={() => {
          isLeaving.current = false;
        }}
        onKeyDown={leaveOrAct}
        onBlur={actOrGo}
        className="ps-9"
      />
    </search>
  );
}

function leadsAway(target: EventTarget | null): boolean {
  return target instanceof HTMLAnchorElement && target.pathname !== location.pathname;
}
