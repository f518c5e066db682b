import { Grouped } from '@/app/_ui/amount';
import { Badge } from '@/app/_ui/badge';
import type { Network } from '@/lib/domain/network';
import type { ChainHealth, Health } from '@/lib/health';

interface Props {
  readonly health: Health;
  /** Those of the merchant. */
  readonly networks: readonly Network[];
}

/** Seconds after which a chain that is read every few seconds counts as behind. */
const FRESH_SECONDS = 60;
const OUTBOX_SLOW_SECONDS = 60;

/** Whether the chains are followed and the outbox empties. */
export function HealthState({ health: { chains, outbox }, networks }: Props) {
  return (
    <section className="grid gap-3">
      <h2 className="text-section">Health</h2>
      <dl className="border-rule-5 border-y">
        {networks.map((network) => (
          <Line key={network} name={`Chain, ${network}`}>
            <ChainLine chain={chains.find((chain) => chain.network === network)} />
          </Line>
        ))}
        <Line name="Outbox">
          {outbox.lag_seconds > OUTBOX_SLOW_SECONDS ? (
            <Badge tone="pending">{ageText(outbox.lag_seconds)} behind</Badge>
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

function ChainLine({ chain }: { chain: ChainHealth | undefined }) {
  if (!chain) return <Badge tone="idle">Switched off</Badge>;
  const { height, lag_blocks: lag, read_age_seconds: age, failing_since: failing } = chain;
  return (
    <>
      {failing ? (
        <Badge tone="failed">Node does not answer</Badge>
      ) : age === null || age > FRESH_SECONDS || (lag ?? 0) > 0 ? (
        <Badge tone="pending">Catching up</Badge>
      ) : (
        <Badge tone="confirmed">Followed</Badge>
      )}
      <span className="text-ink-2">
        {height === null ? (
          'not read yet'
        ) : (
          <>
            block <Grouped value={height} className="text-ink" />
            {lag ? `, ${lag} behind` : ''}
            {age !== null && `, read ${ageText(age)} ago`}
          </>
        )}
      </span>
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

function ageText(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  return seconds < 3_600 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3_600)} h`;
}
