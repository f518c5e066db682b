import Link from 'next/link';
import { Grouped } from '@/app/_ui/amount';
import { Badge } from '@/app/_ui/badge';
import type { Health } from '@/lib/health';
import type { ChainStatus } from '@/lib/payments/chain-status';
import { ageText } from '../../_chain/age-text';
import { conditionWords } from '../../_chain/condition-words';
import { CHAIN_STATUS } from '../../_frame/nav-items';

interface Props {
  /** Those of the merchant's keys. */
  readonly chains: readonly ChainStatus[];
  readonly outbox: Health['outbox'];
  readonly now: Date;
}

const OUTBOX_SLOW_SECONDS = 60;

/** Whether the chains are followed and the outbox empties. */
export function HealthState({ chains, outbox, now }: Props) {
  return (
    <section className="grid gap-3">
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="text-section">Health</h2>
        <Link href={CHAIN_STATUS} className="text-accent text-small hover:underline">
          Chain status
        </Link>
      </div>
      <dl className="border-rule-5 border-y">
        {chains.map((chain) => (
          <Line key={chain.network} name={`Chain, ${chain.network}`}>
            <ChainLine chain={chain} now={now} />
          </Line>
        ))}
        <Line name="Outbox">
          {outbox.lag_seconds > OUTBOX_SLOW_SECONDS ? (
            <Badge tone="pending">{ageText(outbox.lag_seconds * 1_000)} behind</Badge>
          ) : (
            <Badge tone="confirmed">On time</Badge>
          )}
          <span className="text-ink-2">
            {outbox.due === 1 ? '1 webhook is due' : `${outbox.due} webhooks are due`}
          </span>
        </Line>
      </dl>
    </section>
  );
}

function ChainLine({ chain, now }: { chain: ChainStatus; now: Date }) {
  const { height, lagBlocks: lag, readAt, condition } = chain;
  const { tone, label } = conditionWords(condition, { ...chain, lag_blocks: lag });
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      {height !== null && (
        <span className="text-ink-2">
          block <Grouped value={height} className="text-ink" />
          {lag ? `, ${lag} behind` : ''}
          {readAt && `, read ${ageText(now.getTime() - readAt.getTime())} ago`}
        </span>
      )}
    </>
  );
}

function Line({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="grid gap-1 border-b py-3 last:border-b-0 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <dt className="text-ink-3">{name}</dt>
      <dd className="flex flex-wrap items-center gap-x-3 gap-y-1">{children}</dd>
    </div>
  );
}
