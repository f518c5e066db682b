import type { UseQueryResult } from '@tanstack/react-query';
import { GroupedNumber } from '@/app/_ui/amount';
import { Badge } from '@/app/_ui/badge';
import { EmptyState } from '@/app/_ui/empty-state';
import { ShortenedText } from '@/app/_ui/identifier';
import { IntentLink } from '@/app/_ui/intent-link';
import { NetworkChip } from '@/app/_ui/network';
import { Skeleton } from '@/app/_ui/skeleton';
import { type Column, Table } from '@/app/_ui/table';
import { RelativeTime } from '@/app/_ui/time';
import { SOURCE_TRAITS } from '@/lib/domain/chain-condition';
import { countWithNoun } from '@/lib/domain/count-with-noun';
import type { Network } from '@/lib/domain/network';
import { findDeepestAlertReorg, reorgDepth } from '@/lib/domain/reorg-depth';
import type {
  ChainResponse,
  ChainsResponse,
  ReorgResponse,
} from '@/lib/http/chains/chains-response';
import {
  conditionWords,
  DEEP_REORG_ANCHOR,
  reorgText,
  runbookPage,
} from '../../_chain/condition-words';
import { QueryState } from '../../_list/query-state';
import { ChainFacts } from './chain-facts';

export function Chains({ query }: { query: UseQueryResult<ChainsResponse> }) {
  return (
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
          <EmptyState title="No network is followed.">
            <p>
              Set <code className="mono">BITCOIN_MAINNET</code> or another network’s variable to a
              Bitcoin node or an Esplora server, and restart the server.
            </p>
          </EmptyState>
        )
      }
    </QueryState>
  );
}

interface Props {
  readonly chain: ChainResponse;
  /** The server's time, in Unix ms. */
  readonly now: number;
}

/** A reorg counts as recent for this long. */
const RECENT_REORG_MS = 3_600_000;

function ChainCard({ chain, now }: Props) {
  const words = conditionWords(chain.condition, chain);
  const newest = chain.reorgs[0];
  const deep = findDeepestAlertReorg(chain.reorgs, now);
  return (
    <article
      aria-labelledby={`chain-${chain.network}`}
      className="grid grid-cols-[minmax(0,1fr)] gap-5 rounded-slip border bg-surface p-4 sm:p-6"
    >
      <div className="grid gap-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 id={`chain-${chain.network}`} className="text-section">
            {chain.network === 'mainnet' ? 'mainnet' : <NetworkChip network={chain.network} />}
          </h3>
          <Badge tone={words.tone}>{words.label}</Badge>
          {deep && <Badge tone="failed">Deep reorg</Badge>}
          {!deep && newest && now - Date.parse(newest.at) < RECENT_REORG_MS && (
            <Badge tone="pending">Recent reorg</Badge>
          )}
          <span className="text-ink-2">
            {chain.source === 'off' ? 'no source' : `source: ${SOURCE_TRAITS[chain.source].name}`}
          </span>
        </div>
        <p className="max-w-reading text-ink-2">{words.means}</p>
        {words.todo && <Todo text={words.todo} runbook={words.runbook} subject={chain.network} />}
        {deep && (
          <Todo
            text={reorgText(deep)}
            runbook={DEEP_REORG_ANCHOR}
            subject={`the reorg on ${chain.network}`}
          />
        )}
        <Fault chain={chain} now={now} />
      </div>
      <ChainFacts chain={chain} now={now} />
      {chain.reorgs.length > 0 && <Reorgs network={chain.network} reorgs={chain.reorgs} />}
    </article>
  );
}

interface TodoProps {
  readonly text: string;
  readonly runbook: string | undefined;
  readonly subject: string;
}

function Todo({ text, runbook, subject }: TodoProps) {
  return (
    <p className="max-w-reading font-medium">
      {text}{' '}
      {runbook && (
        <IntentLink href={runbookPage(runbook)} className="whitespace-nowrap text-accent underline">
          Runbook<span className="sr-only"> for {subject}</span>
        </IntentLink>
      )}
    </p>
  );
}

function Fault({ chain, now }: { chain: ChainResponse; now: number }) {
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

interface ReorgsProps {
  readonly network: Network;
  readonly reorgs: readonly ReorgResponse[];
}

function Reorgs({ network, reorgs }: ReorgsProps) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h4 className="text-head text-ink-3">Reorgs</h4>
      <Table
        caption={`Newest reorgs on ${network}`}
        columns={COLUMNS}
        rows={reorgs}
        keyOf={({ at, to_hash: hash }) => `${at} ${hash}`}
      />
    </section>
  );
}

const COLUMNS: readonly Column<ReorgResponse>[] = [
  {
    head: 'Seen',
    phone: 'second-end',
    cellClassName: 'whitespace-nowrap text-ink-2',
    cell: ({ at }) => <RelativeTime iso={at} />,
  },
  {
    head: 'Fork after',
    phone: 'second-start',
    cellClassName: 'tabular-nums',
    cell: ({ fork_height: height }) => (
      <>
        <span className="text-ink-3 sm:sr-only">fork after </span>
        <GroupedNumber value={height} />
      </>
    ),
  },
  {
    head: 'Depth',
    phone: 'first-start',
    cellClassName: 'whitespace-nowrap tabular-nums',
    cell: (reorg) => countWithNoun(reorgDepth(reorg), 'block'),
  },
  { head: 'Old tip', cell: (reorg) => <Tip height={reorg.from_height} hash={reorg.from_hash} /> },
  {
    head: 'New tip',
    phone: 'first-end',
    cell: (reorg) => <Tip height={reorg.to_height} hash={reorg.to_hash} />,
  },
];

function Tip({ height, hash }: { height: number; hash: string }) {
  return (
    <span className="inline-flex flex-wrap gap-x-2">
      <GroupedNumber value={height} />
      <span className="text-ink-2 text-small">
        <ShortenedText text={hash} first={4} last={8} />
      </span>
    </span>
  );
}
