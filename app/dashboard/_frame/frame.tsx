'use client';

import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useEffect } from 'react';
import { useClock } from '@/app/_ui/clock';
import type { DashboardFrameResponse } from '@/lib/http/merchant/frame-response';
import { frameQuery } from '../_data/queries';
import { storeTimeZone } from './time-zone';

/** The data with which the server rendered the page. */
const InitialFrame = createContext<DashboardFrameResponse | null>(null);

/**
 * Returns the data that every page needs (user, merchant, chains), which is refreshed regularly.
 *
 * @param part selects what a component shows, so that only a change of that data renders it again
 */
export function useFrame(): Omit<DashboardFrameResponse, 'now'>;
export function useFrame<Part>(part: (frame: DashboardFrameResponse) => Part): Part;
export function useFrame(part: (frame: DashboardFrameResponse) => unknown = lasting): unknown {
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

/** Removes the time of the read, which differs in every response. */
function lasting({ now: _, ...frame }: DashboardFrameResponse) {
  return frame;
}

/** Returns undefined if the merchant has no network, or several. */
export function useOnlyNetwork() {
  const networks = useFrame(({ chains }) => chains.map(({ network }) => network));
  return networks.length === 1 ? networks[0] : undefined;
}

/**
 * Whether a list must show the network of each item. True also without a usable key, because
 * payments made with earlier keys may be on any network.
 */
export function useHasSeveralNetworks(): boolean {
  return useFrame(({ chains }) => chains.length !== 1);
}

interface Props {
  readonly frame: DashboardFrameResponse;
  readonly children: ReactNode;
}

export function FrameProvider({ frame, children }: Props) {
  const { timeZone } = useClock();
  useEffect(() => {
    if (timeZone) storeTimeZone(timeZone);
  }, [timeZone]);
  return <InitialFrame value={frame}>{children}</InitialFrame>;
}
