'use client';

import { useEffect, useRef, useState } from 'react';

const DELAY_MS = 200;
const LEAST_MS = 400;

/**
 * A flag for showing that something loads: true only after 200 ms of loading, then for at least
 * 400 ms, so that nothing flickers.
 */
export function useSteady(loading: boolean): boolean {
  const [shown, setShown] = useState(false);
  const since = useRef(0);
  useEffect(() => {
    const wait = loading ? DELAY_MS : Math.max(0, since.current + LEAST_MS - Date.now());
    const timer = setTimeout(() => {
      if (loading) since.current = Date.now();
      setShown(loading);
    }, wait);
    return () => clearTimeout(timer);
  }, [loading]);
  return shown;
}
