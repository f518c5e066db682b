import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { useCallback } from 'react';
import { isThisPage, leaveFor } from './unsaved';

/** Goes to a page as a link does: not before a question if that loses what was typed. */
export function useGo(): (href: Route) => void {
  const router = useRouter();
  return useCallback(
    (href) => {
      const go = () => router.push(href);
      if (isThisPage(href)) go();
      else leaveFor(go);
    },
    [router],
  );
}
