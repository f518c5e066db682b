'use client';

import { StaleBar } from '@/app/_ui/stale-bar';
import { relativeTime } from '@/app/_ui/time-text';
import type { FrameAnswer } from '../_data/frame-answer';
import { useFrame } from './use-frame';

/** A chain that was read within this time is fresh: it is polled every few seconds. */
const FRESH_MS = 60_000;

/** Says above every page when what it shows of a chain may be old. */
export function ChainBar() {
  const { chains, now } = useFrame();
  const stale = chains.filter((chain) => isStale(chain, Date.parse(now)));
  if (stale.length === 0) return null;
  return (
    <div className="grid gap-2">
      {stale.map(({ network, read_at: readAt }) => (
        <StaleBar key={network}>
          {readAt
            ? `The ${network} node last answered ${relativeTime(new Date(readAt), Date.parse(now))}.`
            : `The ${network} node has not answered yet.`}{' '}
          Confirmations may be behind; nothing expires meanwhile.
        </StaleBar>
      ))}
    </div>
  );
}

function isStale(chain: FrameAnswer['chains'][number], now: number): boolean {
  return chain.read_at === null
    ? chain.failing_since !== null
    : now - Date.parse(chain.read_at) > FRESH_MS;
}
