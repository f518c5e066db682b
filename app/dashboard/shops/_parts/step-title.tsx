'use client';

import { type ReactNode, useEffect, useRef } from 'react';

/** The heading of a step. It gets the focus, which would disappear with the previous step. */
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
