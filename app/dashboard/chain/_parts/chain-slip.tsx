import Link from 'next/link';
import { Badge } from '@/app/_ui/badge';
import { NetworkChip } from '@/app/_ui/network';
import { SOURCE_TRAITS, type SourceKind } from '@/lib/domain/chain-condition';
import type { ChainAnswer } from '@/lib/http/answers/chains';
import { conditionWords, runbookPage } from '../../_chain/condition-words';
import { ChainFacts } from './chain-facts';
import { FaultWords } from './fault-words';
import { Reorgs } from './reorgs';

interface Props {
  readonly chain: ChainAnswer;
  /** The server's clock. */
  readonly now: number;
}

/** A reorg is worth a badge for so long. */
const RECENT_MS = 3_600_000;

/** One network: its condition, what to do about it, and the figures behind it. */
export function ChainSlip({ chain, now }: Props) {
  const words = conditionWords(chain.condition, chain);
  const newest = chain.reorgs[0];
  return (
    <article
      aria-labelledby={`chain-${chain.network}`}
      className="grid grid-cols-[minmax(0,1fr)] gap-5 rounded-slip border bg-surface p-4 sm:p-6"
    >
      <div className="grid gap-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 id={`chain-${chain.network}`} className="text-section">
            {chain.network === 'mainnet' ? 'mainnet' : <NetworkChip network={chain.network} />}
          </h2>
          <Badge tone={words.tone}>{words.label}</Badge>
          {newest && now - Date.parse(newest.at) < RECENT_MS && (
            <Badge tone="pending">Reorg just seen</Badge>
          )}
          <span className="text-ink-2">
            {chain.source === 'off' ? 'no source' : fromSource(chain.source)}
          </span>
        </div>
        <p className="max-w-reading text-ink-2">{words.means}</p>
        {words.todo && (
          <p className="max-w-reading font-medium">
            {words.todo}{' '}
            {words.runbook && (
              <Link
                href={runbookPage(words.runbook)}
                className="whitespace-nowrap text-accent underline"
              >
                Runbook<span className="sr-only"> for {chain.network}</span>
              </Link>
            )}
          </p>
        )}
        <FaultWords chain={chain} now={now} />
      </div>
      <ChainFacts chain={chain} now={now} />
      {chain.reorgs.length > 0 && <Reorgs network={chain.network} reorgs={chain.reorgs} />}
    </article>
  );
}

function fromSource(source: SourceKind): string {
  const { name } = SOURCE_TRAITS[source];
  return `from ${/^[aeiou]/i.test(name) ? 'an' : 'a'} ${name}`;
}
