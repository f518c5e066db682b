'use client';

import type { ReactNode } from 'react';
import { Badge } from '@/app/_ui/badge';
import { Button } from '@/app/_ui/button';
import { RelativeTime } from '@/app/_ui/time';
import { countWithNoun } from '@/lib/domain/count-with-noun';
import type { HealthResponse, NotificationQueueResponse } from '@/lib/http/health/health-response';
import { useChange } from '../../_data/use-change';

export function Mail({ mail }: Pick<HealthResponse, 'mail'>) {
  const test = useChange('POST /api/dashboard/health/test-mail', {
    ask: () => ({}),
    done: ({ email }) => `A test mail to ${email} is on its way.`,
  });
  if (!mail) {
    return (
      <span className="text-ink-2">
        Off. Set <code className="mono">SMTP_URL</code> and <code className="mono">MAIL_FROM</code>.
      </span>
    );
  }
  return (
    <SendQueueStatus state={mail} one="mail waits" many="mails wait">
      <Button size="small" busy={test.isPending} onClick={() => test.mutate()}>
        Send a test mail
      </Button>
    </SendQueueStatus>
  );
}

interface OutletProps {
  readonly state: NotificationQueueResponse;
  readonly one: string;
  readonly many: string;
  readonly children?: ReactNode;
}

/** Shows how many messages are unsent, and the last error. */
export function SendQueueStatus({ state, one, many, children }: OutletProps) {
  const { waiting, last_error: error, last_error_at: errorAt, last_sent_at: sentAt } = state;
  return (
    <>
      {error ? <Badge tone="failed">Failing</Badge> : <Badge tone="confirmed">Working</Badge>}
      <span className="text-ink-2">
        {countWithNoun(waiting, one, many)}
        {sentAt && (
          <>
            , last sent <RelativeTime iso={sentAt} />
          </>
        )}
      </span>
      {children}
      {error && errorAt && (
        <p className="basis-full wrap-anywhere text-small">
          <RelativeTime iso={errorAt} />: {error}
        </p>
      )}
    </>
  );
}
