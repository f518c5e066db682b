import type { FrameAnswer } from '@/app/dashboard/_data/frame-answer';
import type { Frame } from '@/lib/accounts/read-frame';
import { publicUrl } from '@/lib/domain/public-url';

/** The frame as JSON. */
export function toFrameAnswer(
  { chains, ...frame }: Frame,
  { now, appUrl }: { readonly now: Date; readonly appUrl: URL },
): FrameAnswer {
  return {
    ...frame,
    merchants: [...frame.merchants],
    chains: chains.map(({ network, height, readAt, failingSince }) => ({
      network,
      height,
      read_at: readAt?.toISOString() ?? null,
      failing_since: failingSince?.toISOString() ?? null,
    })),
    app_url: publicUrl(appUrl, ''),
    now: now.toISOString(),
  };
}
