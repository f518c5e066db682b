'use client';

import { useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import type { FrameAnswer } from '@/lib/http/answers/frame';
import { frameQuery } from '../_data/queries';

/** The frame as the server rendered it. */
export const FirstFrame = createContext<FrameAnswer | null>(null);

/** What stands around the page; fresh every few seconds. */
export function useFrame(): FrameAnswer {
  const first = use(FirstFrame);
  if (!first) throw new Error('the layout of the dashboard provides the frame');
  const { data } = useQuery({ ...frameQuery(), initialData: first });
  return data;
}

/** The merchant's only network; undefined while there is none or there are several. */
export function useOnlyNetwork() {
  const { chains } = useFrame();
  return chains.length === 1 ? chains[0]?.network : undefined;
}
