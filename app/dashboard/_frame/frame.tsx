'use client';

import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useEffect } from 'react';
import { useClock } from '@/app/_ui/clock';
import type { FrameResponse } from '@/lib/http/merchant/frame-response';
import { frameQuery } from '../_data/queries';
import { storeTimeZone } from './time-zone';

/** The data of the frame with which the server rendered the page. */
const InitialFrame = createContext<FrameResponse | null>(null);

/**
 * Returns the data around every page (user, merchant, chains), which is refreshed regularly.
 *
 * @param part selects the data that a component shows, so that it renders only when that data
 * changes
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

/** Returns the frame without the time of the read, which differs in every response. */
function lasting({ now: _, ...frame }: FrameResponse) {
  return frame;
}

/** Returns the merchant's only network; undefined if the merchant has no network, or several. */
export function useOnlyNetwork() {
  const networks = useFrame(({ chains }) => chains.map(({ network }) => network));
  return networks.length === 1 ? networks[0] : undefined;
}

/**
 * Whether items shown together may be on several networks, in which case each item shows its
 * network. This is also true without a usable key, because payments of earlier keys may be on any
 * network.
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
