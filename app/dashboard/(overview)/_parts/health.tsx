import { Grouped } from '@/app/_ui/amount';
import { Badge } from '@/app/_ui/badge';
import { IntentLink } from '@/app/_ui/intent-link';
import { RelativeTime } from '@/app/_ui/time';
import { ageText } from '@/app/_ui/time-text';
import type { OverviewAnswer } from '@/lib/http/overview/overview-answer';
import { conditionWords } from '../../_chain/condition-words';
import { CHAIN_STATUS, deliveriesToHost } from '../../_frame/paths';
import { Section } from '../../_frame/section';
import { OUTBOX_SLOW_SECONDS } from './find-alerts';

interface Props {
  /** The chains of the merchant's keys. */
  readonly chains: OverviewAnswer['chains'];
  readonly outbox: OverviewAnswer['outbox'];
}

/** Whether the chains are followed and deliveries are on time. */
export function Health({ chains, outbox }: Props) {
  return (
    <Section
      title="Health"
      aside={
        <IntentLink href={CHAIN_STATUS} className="text-accent text-small hover:underline">
          Chain status
        </IntentLink>
      }
    >
      <dl className="border-rule-5 border-y">
        {chains.map((chain) => (
          <Line key={chain.network} name={`${chain.network} chain`}>
            <ChainLine chain={chain} />
          </Line>
        ))}
        <Line name="Webhook deliveries">
          {outbox.lag_seconds > OUTBOX_SLOW_SECONDS ? (
            <Badge tone="pending">{`${ageText(outbox.lag_seconds * 1_000)} behind`}</Badge>
          ) : (
            <Badge tone="confirmed">On time</Badge>
          )}
          <span className="text-ink-2">{`${outbox.due} due`}</span>
        </Line>
      </dl>
    </Section>
  );
}

function ChainLine({ chain }: { chain: OverviewAnswer['chains'][number] }) {
  const { height, lag_blocks: lag, read_at: readAt, condition } = chain;
  const { tone, label } = conditionWords(condition, chain);
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      {height !== null && (
        <span className="text-ink-2">
          block <Grouped value={height} className="text-ink" />
          <span>{lag ? `, ${lag} behind` : ''}</span>
          {readAt && condition !== 'following' && (
            <span>
              , read <RelativeTime iso={readAt} />
            </span>
          )}
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

/** Hosts with failing deliveries: first the ones being retried, then the latest failures. */
export function FailingEndpoints({ hosts }: { hosts: OverviewAnswer['failing'] }) {
  return (
    <Section title="Webhooks">
      {hosts.length === 0 ? (
        <p className="flex items-center gap-2 text-ink-2">
          <Badge tone="confirmed">Working</Badge>
          No endpoint is failing.
        </p>
      ) : (
        <ul className="border-rule-5 border-y">
          {hosts.map(({ host, failed, retrying, error }) => (
            <li key={host} className="grid gap-1 border-b py-3 last:border-b-0">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <IntentLink
                  href={deliveriesToHost(host)}
                  className="tap-line mono min-w-0 wrap-anywhere text-accent hover:underline"
                >
                  {host}
                </IntentLink>
                {failed > 0 && <Badge tone="failed">{`${failed} failed`}</Badge>}
                {retrying > 0 && <Badge tone="pending">{`${retrying} retrying`}</Badge>}
              </div>
              {error && <p className="text-ink-2 text-small">{error}</p>}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
