'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { StaleBar } from '@/app/_ui/stale-bar';
import { relativeTime } from '@/app/_ui/time-text';
import type { FrameAnswer } from '@/lib/http/answers/frame';
import { CHAIN_STATUS, OVERVIEW } from './nav-items';
import { useFrame } from './use-frame';

/** A chain that was read within this time is fresh: it is polled every few seconds. */
const FRESH_MS = 60_000;

/** Pages that say more of it themselves. */
const SAY_IT_THEMSELVES: readonly string[] = [OVERVIEW, CHAIN_STATUS];

/** Says above every other page when what it shows of a chain may be old. */
export function ChainBar() {
  const { chains, now } = useFrame();
  const pathname = usePathname();
  if (SAY_IT_THEMSELVES.includes(pathname)) return null;
  const stale = chains.filter((chain) => isStale(chain, Date.parse(now)));
  if (stale.length === 0) return null;
  return (
    <div className="grid gap-2">
      {stale.map(({ network, read_at: readAt }) => (
        <StaleBar key={network}>
          {readAt
            ? `The ${network} chain was last read ${relativeTime(new Date(readAt), Date.parse(now))}.`
            : `The ${network} chain has not been read yet.`}{' '}
          Confirmations may be behind; nothing expires meanwhile.{' '}
          <Link href={CHAIN_STATUS} className="underline">
            Chain status
          </Link>
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
