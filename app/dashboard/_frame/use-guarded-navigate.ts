import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { useCallback } from 'react';
import { confirmUnsavedThenLeave, isThisPage } from './unsaved';

/**
 * Returns a function that opens a page as a link would. It asks first if there is unsaved input.
 */
export function useGuardedNavigate(): (href: Route) => void {
  const router = useRouter();
  return useCallback(
    (href) => {
      const go = () => router.push(href);
      if (isThisPage(href)) go();
      else confirmUnsavedThenLeave(go);
    },
    [router],
  );
}
