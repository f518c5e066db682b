import type { FrameAnswer } from '@/app/dashboard/_data/frame-answer';
import type { Frame } from '@/lib/accounts/frame-for';

/** The frame as JSON. */
export function toFrameAnswer({ chains, ...frame }: Frame, now: Date): FrameAnswer {
  return {
    ...frame,
    merchants: [...frame.merchants],
    chains: chains.map(({ network, height, readAt, failingSince }) => ({
      network,
      height,
      read_at: readAt?.toISOString() ?? null,
      failing_since: failingSince?.toISOString() ?? null,
    })),
    now: now.toISOString(),
  };
}
