'use client';

import { usePathname } from 'next/navigation';
import { StaleBar } from '@/app/_ui/error-state';
import { IntentLink } from '@/app/_ui/intent-link';
import { relativeTime } from '@/app/_ui/time-text';
import type { FrameAnswer } from '@/lib/http/answers/frame';
import { isStale } from '../_chain/is-stale';
import { useFrame } from './frame';
import { CHAIN_STATUS, OVERVIEW } from './paths';

/** Pages that show the state of the chains themselves. */
const PAGES_WITH_CHAINS: readonly string[] = [OVERVIEW, CHAIN_STATUS];

/** Warns on all other pages when a chain has not been read for a while. */
export function ChainBar() {
  const stale = useFrame(staleChains);
  const pathname = usePathname();
  if (stale.length === 0 || PAGES_WITH_CHAINS.includes(pathname)) return null;
  return (
    <div className="grid gap-2">
      {stale.map(({ network, read }) => (
        <StaleBar key={network}>
          The {network} chain <span aria-live="off">{read}</span>. Confirmations may be late. No
          payment expires meanwhile.{' '}
          <IntentLink href={CHAIN_STATUS} className="underline">
            Chain status
          </IntentLink>
        </StaleBar>
      ))}
    </div>
  );
}

/** Chains that were not read for a while, and when they last were. */
function staleChains({ chains, now: at }: FrameAnswer) {
  const now = Date.parse(at);
  return chains.flatMap(({ network, read_at: readAt, failing_since: failingSince }) => {
    if (readAt === null) return failingSince ? [{ network, read: 'has not been read yet' }] : [];
    if (!isStale(readAt, now)) return [];
    return [{ network, read: `was last read ${relativeTime(new Date(readAt), now)}` }];
  });
}
