'use client';

import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useEffect } from 'react';
import { useClock } from '@/app/_ui/clock';
import type { FrameResponse } from '@/lib/http/merchant/frame-response';
import { frameQuery } from '../_data/queries';
import { storeTimeZone } from './time-zone';

/** The frame as the server rendered it. */
const InitialFrame = createContext<FrameResponse | null>(null);

/**
 * Returns the data around every page (user, merchant, chains), refreshed regularly.
 *
 * @param part selects what a component shows, so that it renders only when that changes
 */
export function useFrame(): Omit<FrameResponse, 'now'>;
export function useFrame<Part>(part: (frame: FrameResponse) => Part): Part;
export function useFrame(part: (frame: FrameResponse) => unknown = lasting): unknown {
  const initial = use(InitialFrame);
  if (!initial) throw new Error('useFrame needs the FrameProvider of the dashboard layout');
  const { data } = useQuery({
    ...frameQuery(),
    initialData: initial,
    initialDataUpdatedAt: Date.parse(initial.now),
    select: part,
  });
  return data;
}

/** The frame without the time of the read, which differs in every response. */
function lasting({ now: _, ...frame }: FrameResponse) {
  return frame;
}

/** Returns the merchant's only network; undefined while there is none or there are several. */
export function useOnlyNetwork() {
  const networks = useFrame(({ chains }) => chains.map(({ network }) => network));
  return networks.length === 1 ? networks[0] : undefined;
}

/**
 * Whether items shown together may be of several networks, so that each item shows its network.
 * This is also true without a usable key, because payments of earlier keys may be of any network.
 */
export function useSeveralNetworks(): boolean {
  return useFrame(({ chains }) => chains.length !== 1);
}

interface Props {
  readonly frame: FrameResponse;
  readonly children: ReactNode;
}

export function FrameProvider({ frame, children }: Props) {
  const { timeZone } = useClock();
  useEffect(() => {
    if (timeZone) storeTimeZone(timeZone);
  }, [timeZone]);
  return <InitialFrame value={frame}>{children}</InitialFrame>;
}
