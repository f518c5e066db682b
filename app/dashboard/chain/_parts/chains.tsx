'use client';

import { useQuery } from '@tanstack/react-query';
import { Badge } from '@/app/_ui/badge';
import { Empty } from '@/app/_ui/empty';
import { IntentLink } from '@/app/_ui/intent-link';
import { NetworkChip } from '@/app/_ui/network';
import { Skeleton } from '@/app/_ui/skeleton';
import { RelativeTime } from '@/app/_ui/time';
import { SOURCE_TRAITS } from '@/lib/domain/chain-condition';
import type { ChainAnswer } from '@/lib/http/answers/chains';
import { conditionWords, runbookPage } from '../../_chain/condition-words';
import { chainQueries } from '../../_data/queries';
import { PageHead } from '../../_frame/page-head';
import { QueryState } from '../../_list/query-state';
import { ChainFacts } from './chain-facts';
import { Reorgs } from './reorgs';

/** How each network is followed. */
export function Chains() {
  const query = useQuery(chainQueries.list());
  return (
    <>
      <PageHead title="Chain status" aside={false}>
        The source of each network, how far it has been read, and any problem.
      </PageHead>
      <QueryState
        what="The chains"
        query={query}
        skeleton={<Skeleton className="h-72 w-full rounded-slip" />}
      >
        {({ data: chains, now }) =>
          chains.length > 0 ? (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
              {chains.map((chain) => (
                <ChainCard key={chain.network} chain={chain} now={Date.parse(now)} />
              ))}
            </div>
          ) : (
            <Empty title="No network is followed.">
              <p>
                Set <code className="mono">BITCOIN_MAINNET</code> or another network’s variable to a
                Bitcoin node or an Esplora server, and restart the server.
              </p>
            </Empty>
          )
        }
      </QueryState>
    </>
  );
}

interface Props {
  readonly chain: ChainAnswer;
  /** The server's clock. */
  readonly now: number;
}

/** How long a reorg is shown as recent. */
const RECENT_REORG_MS = 3_600_000;

/** One network: its condition, what to do about it, and its figures. */
function ChainCard({ chain, now }: Props) {
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
          {newest && now - Date.parse(newest.at) < RECENT_REORG_MS && (
            <Badge tone="pending">Recent reorg</Badge>
          )}
          <span className="text-ink-2">
            {chain.source === 'off' ? 'no source' : `source: ${SOURCE_TRAITS[chain.source].name}`}
          </span>
        </div>
        <p className="max-w-reading text-ink-2">{words.means}</p>
        {words.todo && (
          <p className="max-w-reading font-medium">
            {words.todo}{' '}
            {words.runbook && (
              <IntentLink
                href={runbookPage(words.runbook)}
                className="whitespace-nowrap text-accent underline"
              >
                Runbook<span className="sr-only"> for {chain.network}</span>
              </IntentLink>
            )}
          </p>
        )}
        <Fault chain={chain} now={now} />
      </div>
      <ChainFacts chain={chain} now={now} />
      {chain.reorgs.length > 0 && <Reorgs network={chain.network} reorgs={chain.reorgs} />}
    </article>
  );
}

/** The error of the source, since when it fails, and when the next attempt is. */
function Fault({ chain, now }: { chain: ChainAnswer; now: number }) {
  const { fault, failing_since: since, next_read_at: next } = chain;
  if (!fault || !since) return null;
  const seconds = next === null ? 0 : Math.ceil((Date.parse(next) - now) / 1_000);
  return (
    <div className="grid gap-1 rounded-control bg-ledger px-3 py-2 text-small">
      <p className="wrap-anywhere">
        <span className="text-ink-3">Error: </span>
        {fault}
      </p>
      <p className="text-ink-2">
        Failing since <RelativeTime iso={since} />
        {seconds > 0 ? `. Next attempt in ${waitText(seconds)}.` : '. Next attempt now.'}
      </p>
    </div>
  );
}

function waitText(seconds: number): string {
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
