import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { useCallback } from 'react';
import { isThisPage, leavePage } from './unsaved';

/** Navigates like a link: asks first if typed text would be lost. */
export function useGo(): (href: Route) => void {
  const router = useRouter();
  return useCallback(
    (href) => {
      const go = () => router.push(href);
      if (isThisPage(href)) go();
      else leavePage(go);
    },
    [router],
  );
}
