import type { Route } from 'next';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { Grouped } from '@/app/_ui/amount';
import type { ChainAnswer } from '@/lib/http/answers/chains';
import { ageText } from '../../_chain/age-text';
import { BlockHash } from './block-hash';

/** The figures of one network. */
export function ChainFacts({ chain, now }: { chain: ChainAnswer; now: number }) {
  const { waiting } = chain;
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,8.75rem),1fr))] gap-x-4 gap-y-4 border-t pt-4">
      {chain.source !== 'off' && <Read chain={chain} now={now} />}
      <Fact name="Your open payments">
        <Link
          href={`/dashboard/payments?network=${chain.network}&status=pending,detected` as Route}
          className="text-accent hover:underline"
        >
          <Grouped value={waiting.pending + waiting.detected} />
          <span className="sr-only"> open payments on {chain.network}</span>
        </Link>
        <Note>
          {waiting.pending} unpaid, {waiting.detected} confirming
        </Note>
      </Fact>
    </dl>
  );
}

/** How far the source's chain was read, and when. */
function Read({ chain, now }: { chain: ChainAnswer; now: number }) {
  const age = (iso: string | null) =>
    iso === null ? <None /> : <time dateTime={iso}>{ageText(now - Date.parse(iso))} ago</time>;
  return (
    <>
      <Fact name="Tip of the source">
        <Height value={chain.tip_height} />
        {chain.tip_hash && <BlockHash hash={chain.tip_hash} label="Copy hash of the tip" />}
      </Fact>
      <Fact name="Read by Blocktally">
        <Height value={chain.height} />
        {chain.hash && chain.hash !== chain.tip_hash && (
          <BlockHash hash={chain.hash} label="Copy hash of the last block read" />
        )}
        <Note>
          {chain.lag_blocks === 0
            ? 'up to the tip'
            : chain.lag_blocks !== null && <Behind blocks={chain.lag_blocks} />}
        </Note>
      </Fact>
      <Fact name="Age of that block">{age(chain.block_time)}</Fact>
      <Fact name="Mempool last looked at">{age(chain.read_at)}</Fact>
      <Fact name="Source last answered">{age(chain.answered_at)}</Fact>
    </>
  );
}

function Behind({ blocks }: { blocks: number }) {
  return (
    <>
      <Grouped value={blocks} /> {blocks === 1 ? 'block' : 'blocks'} behind
    </>
  );
}

function Height({ value }: { value: number | null }) {
  return value === null ? <None /> : <Grouped value={value} />;
}

function None() {
  return <span className="text-ink-3">not yet</span>;
}

function Note({ children }: { children: ReactNode }) {
  return <span className="block font-normal text-ink-2 text-small">{children}</span>;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-3 text-small">{name}</dt>
      <dd className="font-semibold tabular-nums">{children}</dd>
    </div>
  );
}
