'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import type { Change } from '@/lib/domain/change';
import { useIsLive, watchChanges } from '../../_live/live-state';

/** While the page is not told of changes. */
const REFRESH_MS = 10_000;
/** While it is: for what time alone changes, such as the day and keys that expire. */
const SLOW_REFRESH_MS = 300_000;
/** Least time between two refreshes. */
const GAP_MS = 1_500;
const YEAR_SECONDS = 365 * 24 * 3_600;

interface Props {
  /** The cookie that tells the server the viewer's time zone. */
  readonly zoneCookie: string;
  /** The time zone of the page as rendered. */
  readonly timeZone: string;
}

/** Stores the viewer’s time zone, and refreshes the page after changes while it is visible. */
export function KeepFresh({ zoneCookie, timeZone }: Props) {
  const router = useRouter();
  const live = useIsLive();
  useEffect(() => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (!own || own === timeZone) return;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not in every browser
    document.cookie = `${zoneCookie}=${own}; path=/dashboard; max-age=${YEAR_SECONDS}; samesite=lax`;
    router.refresh();
  }, [router, zoneCookie, timeZone]);
  useEffect(() => {
    const timer = setInterval(
      () => {
        if (document.visibilityState === 'visible') router.refresh();
      },
      live ? SLOW_REFRESH_MS : REFRESH_MS,
    );
    return () => clearInterval(timer);
  }, [router, live]);
  useEffect(() => refreshAfterChanges(() => router.refresh()), [router]);
  return null;
}

/** The first change refreshes at once, and those within the gap together after it. */
function refreshAfterChanges(refresh: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wanted = false;
  const run = () => {
    wanted = false;
    refresh();
    timer = setTimeout(() => {
      timer = undefined;
      if (wanted) run();
    }, GAP_MS);
  };
  const unwatch = watchChanges((changes) => {
    if (!changes.some(isShown)) return;
    wanted = true;
    if (!timer) run();
  });
  return () => {
    clearTimeout(timer);
    unwatch();
  };
}

function isShown(change: Change): boolean {
  return change !== 'audit' && !change.startsWith('read ');
}
