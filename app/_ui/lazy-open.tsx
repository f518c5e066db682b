'use client';

import { type ComponentType, lazy, Suspense, useState } from 'react';

/**
 * Something that a page shows only at times, such as a dialog, whose code is loaded when it is first
 * open: no page becomes slower by it.
 */
export function lazyOpen<P extends { readonly open: boolean }>(
  load: () => Promise<ComponentType<P>>,
) {
  const Loaded = lazy(async () => ({ default: await load() }));
  return function OpenedLate(props: P) {
    const [wanted, setWanted] = useState(false);
    if (props.open && !wanted) setWanted(true);
    return wanted ? (
      <Suspense fallback={null}>
        <Loaded {...props} />
      </Suspense>
    ) : null;
  };
}
