import type { ReactNode } from 'react';
import { GroupedNumber } from '@/app/_ui/amount';
import { CopyButton } from '@/app/_ui/copy-button';
import { ShortenedText } from '@/app/_ui/identifier';
import { IntentLink } from '@/app/_ui/intent-link';
import { ageText } from '@/app/_ui/time-text';
import type { ChainResponse } from '@/lib/http/chains/chains-response';
import { openPaymentsPage } from '../../_frame/paths';

export function ChainFacts({ chain, now }: { chain: ChainResponse; now: number }) {
  const { waiting } = chain;
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,8.75rem),1fr))] gap-x-4 gap-y-4 border-t pt-4">
      {chain.source !== 'off' && <Progress chain={chain} now={now} />}
      <Fact name="Open payments">
        <IntentLink
          href={openPaymentsPage(chain.network)}
          className="tap-line text-accent hover:underline"
        >
          <GroupedNumber value={waiting.pending + waiting.detected} />
          <span className="sr-only"> open payments on {chain.network}</span>
        </IntentLink>
        <Note>{`${waiting.pending} pending, ${waiting.detected} detected`}</Note>
      </Fact>
    </dl>
  );
}

function Progress({ chain, now }: { chain: ChainResponse; now: number }) {
  const age = (iso: string | null) =>
    iso === null ? <None /> : <time dateTime={iso}>{`${ageText(now - Date.parse(iso))} ago`}</time>;
  return (
    <>
      <Fact name="Source tip">
        <Height value={chain.tip_height} />
        {chain.tip_hash && <BlockHash hash={chain.tip_hash} label="Copy tip hash" />}
      </Fact>
      <Fact name="Last block read">
        <Height value={chain.height} />
        {chain.hash && chain.hash !== chain.tip_hash && (
          <BlockHash hash={chain.hash} label="Copy hash of last block read" />
        )}
        <Note>
          {chain.lag_blocks === 0
            ? 'at the tip'
            : chain.lag_blocks !== null && <Behind blocks={chain.lag_blocks} />}
        </Note>
      </Fact>
      <Fact name="Block age">{age(chain.block_time)}</Fact>
      <Fact name="Mempool last read">{age(chain.read_at)}</Fact>
      <Fact name="Last response">{age(chain.answered_at)}</Fact>
    </>
  );
}

function Behind({ blocks }: { blocks: number }) {
  return (
    <>
      <GroupedNumber value={blocks} /> {blocks === 1 ? 'block' : 'blocks'} behind
    </>
  );
}

function Height({ value }: { value: number | null }) {
  return value === null ? <None /> : <GroupedNumber value={value} />;
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

/** Shows more digits at the end than at the start, because most block hashes begin with zeros. */
function BlockHash({ hash, label }: { hash: string; label: string }) {
  return (
    <span className="flex items-center gap-1 whitespace-nowrap font-normal text-small">
      <ShortenedText text={hash} first={4} last={8} />
      <CopyButton text={hash} label={label} className="-my-1" />
    </span>
  );
}
