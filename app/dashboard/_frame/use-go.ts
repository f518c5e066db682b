import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { useCallback } from 'react';
import { leaveFor } from './unsaved';

/** Goes to a page as a link does: not before a question if that loses what was typed. */
export function useGo(): (href: Route) => void {
  const router = useRouter();
  return useCallback((href) => leaveFor(() => router.push(href)), [router]);
}
