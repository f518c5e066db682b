'use client';

import { type ReactNode, useEffect, useRef } from 'react';

/**
 * The heading of a step that replaces the previous one. It gets the focus, which would otherwise be
 * lost.
 */
export function StepTitle({ children }: { children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    title.current?.focus();
    window.scrollTo({ top: 0 });
  }, []);
  return (
    <h2 ref={title} tabIndex={-1} className="text-section outline-none">
      {children}
    </h2>
  );
}
