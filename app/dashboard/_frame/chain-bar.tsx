'use client';

import { usePathname } from 'next/navigation';
import { StaleBar } from '@/app/_ui/error-state';
import { IntentLink } from '@/app/_ui/intent-link';
import { relativeTime } from '@/app/_ui/time-text';
import type { FrameAnswer } from '@/lib/http/answers/frame';
import { useFrame } from './frame';
import { CHAIN_STATUS, OVERVIEW } from './nav-items';

/** A followed chain is read every few seconds. */
const STALE_MS = 60_000;

/** Pages that show the state of the chains themselves. */
const PAGES_WITH_CHAINS: readonly string[] = [OVERVIEW, CHAIN_STATUS];

/** Warns on all other pages when a chain has not been read for a while. */
export function ChainBar() {
  const { chains, now } = useFrame();
  const pathname = usePathname();
  if (PAGES_WITH_CHAINS.includes(pathname)) return null;
  const stale = chains.filter((chain) => isStale(chain, Date.parse(now)));
  if (stale.length === 0) return null;
  return (
    <div className="grid gap-2">
      {stale.map(({ network, read_at: readAt }) => (
        <StaleBar key={network}>
          {readAt
            ? `The ${network} chain was last read ${relativeTime(new Date(readAt), Date.parse(now))}.`
            : `The ${network} chain has not been read yet.`}{' '}
          Confirmations may be late. No payment expires meanwhile.{' '}
          <IntentLink href={CHAIN_STATUS} className="underline">
            Chain status
          </IntentLink>
        </StaleBar>
      ))}
    </div>
  );
}

function isStale(chain: FrameAnswer['chains'][number], now: number): boolean {
  return chain.read_at === null
    ? chain.failing_since !== null
    : now - Date.parse(chain.read_at) > STALE_MS;
}
