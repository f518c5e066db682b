'use client';

import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Input } from '@/app/_ui/input';

const WAIT_MS = 300;

interface Props {
  /** What can be searched for, as the field's name and its placeholder. */
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onSearch: (text: string) => void;
}

/** A search field that acts when typing pauses. `/` reaches it from anywhere on the page. */
export function SearchBox({ label, placeholder, value, onSearch }: Props) {
  const [text, setText] = useState(value);
  const asked = useRef(value);
  useEffect(() => {
    // Cleared or changed from elsewhere: "Clear filters", the back button.
    if (value !== asked.current) {
      asked.current = value;
      setText(value);
    }
  }, [value]);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (text === asked.current) return;
      asked.current = text;
      onSearch(text);
    }, WAIT_MS);
    return () => clearTimeout(timer);
  }, [text, onSearch]);
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
        className="ps-9"
      />
    </search>
  );
}
