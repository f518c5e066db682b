'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

const REFRESH_MS = 10_000;
const YEAR_SECONDS = 365 * 24 * 3_600;

interface Props {
  /** The cookie that tells the server the viewer's time zone. */
  readonly zoneCookie: string;
  /** The time zone of the page as rendered. */
  readonly timeZone: string;
}

/** Stores the viewer's time zone, and refreshes the page while it is visible. */
export function KeepFresh({ zoneCookie, timeZone }: Props) {
  const router = useRouter();
  useEffect(() => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (own && own !== timeZone) {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not in every browser
      document.cookie = `${zoneCookie}=${own}; path=/dashboard; max-age=${YEAR_SECONDS}; samesite=lax`;
      router.refresh();
    }
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') router.refresh();
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, [router, zoneCookie, timeZone]);
  return null;
}
