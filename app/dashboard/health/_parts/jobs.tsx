import type { ReactNode } from 'react';
import { Badge } from '@/app/_ui/badge';
import { RelativeTime } from '@/app/_ui/time';
import { ageText } from '@/app/_ui/time-text';
import { countWithNoun } from '@/lib/domain/count-with-noun';
import type { ChainResponse } from '@/lib/http/chains/chains-response';
import type { HealthResponse } from '@/lib/http/health/health-response';
import { isNearLimit, MAX_JOB_DELAY_SECONDS } from './find-problems';
import { Mail, SendQueueStatus } from './mail';

interface Props {
  readonly health: HealthResponse;
  readonly chains: readonly ChainResponse[];
}

/** The delay of each job, over all processes. */
export function Jobs({ health, chains }: Props) {
  const { outbox, database, expiry_lag_seconds: expiry, prune_lag_seconds: prune } = health;
  const attempts = health.hosts.flatMap(({ last_success_at: success, last_failure_at: failure }) =>
    [success, failure].filter((one) => one !== null),
  );
  const lastAttempt = attempts.sort().at(-1);
  return (
    <dl className="border-rule-5 border-y">
      {chains
        .filter(({ source }) => source !== 'off')
        .map(({ network, lag_blocks: lag, read_at: readAt }) => (
          <Job key={network} name={`Follow ${network}`}>
            {lag ? (
              <Badge tone="pending">{`${countWithNoun(lag, 'block')} behind`}</Badge>
            ) : (
              <OnTime />
            )}
            <span className="text-ink-2">
              last run {readAt ? <RelativeTime iso={readAt} /> : 'not yet'}
            </span>
          </Job>
        ))}
      <Job name="Send webhooks">
        <Lag seconds={outbox.lag_seconds} slow={MAX_JOB_DELAY_SECONDS.outbox} />
        <span className="text-ink-2">
          {`${outbox.due} due`}
          {lastAttempt && (
            <>
              , last run <RelativeTime iso={lastAttempt} />
            </>
          )}
        </span>
      </Job>
      <Job name="Expire payments">
        <Lag seconds={expiry} slow={MAX_JOB_DELAY_SECONDS.expiry} />
      </Job>
      <Job name="Send mails">
        <Mail mail={health.mail} />
      </Job>
      {health.channels && (
        <Job name="Send to channels">
          <SendQueueStatus state={health.channels} one="message waits" many="messages wait" />
        </Job>
      )}
      <Job name="Delete old records">
        <Lag seconds={prune} slow={MAX_JOB_DELAY_SECONDS.prune} />
      </Job>
      <Job name="Database connections">
        {isNearLimit(database) ? (
          <Badge tone="pending">Near the limit</Badge>
        ) : (
          <Badge tone="confirmed">Enough</Badge>
        )}
        <span className="text-ink-2">{`${database.connections} of ${database.limit} in use`}</span>
        {isNearLimit(database) && (
          <p className="basis-full text-small">
            Lower <code className="mono">DATABASE_MAX_CONNECTIONS</code>, or raise PostgreSQL’s
            limit.
          </p>
        )}
      </Job>
    </dl>
  );
}

function Lag({ seconds, slow }: { seconds: number; slow: number }) {
  if (seconds <= slow) return <OnTime />;
  return <Badge tone="pending">{`${ageText(seconds * 1_000)} behind`}</Badge>;
}

function OnTime() {
  return <Badge tone="confirmed">On time</Badge>;
}

function Job({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-1 border-b py-3 last:border-b-0 sm:grid-cols-[11rem_minmax(0,1fr)]">
      <dt className="text-ink-3">{name}</dt>
      <dd className="flex flex-wrap items-center gap-x-3 gap-y-1">{children}</dd>
    </div>
  );
}
