'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { ZONE_COOKIE } from './zone-cookie';

const REFRESH_MS = 10_000;
const YEAR_SECONDS = 365 * 24 * 3_600;

/** Tells the server the viewer's time zone, and renders the page anew while it is looked at. */
export function KeepFresh({ timeZone }: { timeZone: string }) {
  const router = useRouter();
  useEffect(() => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (own && own !== timeZone) {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not in every browser
      document.cookie = `${ZONE_COOKIE}=${own}; path=/dashboard; max-age=${YEAR_SECONDS}; samesite=lax`;
      router.refresh();
    }
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') router.refresh();
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, [router, timeZone]);
  return null;
}
