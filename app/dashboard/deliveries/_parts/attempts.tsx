'use client';

import { Badge, type Tone } from '@/app/_ui/badge';
import { counted } from '@/app/_ui/counted';
import { ChevronRight } from '@/app/_ui/icons';
import { RelativeTime } from '@/app/_ui/time';
import { durationText } from '@/app/_ui/time-text';
import type { AttemptAnswer, DeliveryDetailAnswer } from '@/lib/http/answers/delivery-detail';
import { Exchange } from '../../_exchange/exchange';
import { Section } from '../../_frame/section';

type Attempt = AttemptAnswer;

const OUTCOMES: Record<Attempt['outcome'], { readonly tone: Tone; readonly label: string }> = {
  delivered: { tone: 'confirmed', label: 'Delivered' },
  failed: { tone: 'failed', label: 'Failed' },
  running: { tone: 'detected', label: 'Sending' },
  unknown: { tone: 'idle', label: 'Unknown' },
};

/** Every recorded attempt, newest first, with the newest one open. */
export function Attempts({ delivery }: { delivery: DeliveryDetailAnswer }) {
  const { attempts, attempt: count } = delivery;
  const deleted = count - attempts.length;
  return (
    <Section title="Attempts">
      {count === 0 && <p className="text-ink-2">No attempts yet.</p>}
      <ol className="grid grid-cols-[minmax(0,1fr)] border-rule-5 border-t">
        {attempts.map((attempt, place) => (
          <li key={attempt.number} className="border-b">
            <details open={place === 0} name="attempt" className="group">
              <summary className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-2 [&::-webkit-details-marker]:hidden">
                <ChevronRight
                  aria-hidden
                  className="size-4 shrink-0 text-ink-3 transition-transform duration-120 ease-standard group-open:rotate-90 motion-reduce:transition-none"
                />
                <span className="font-medium tabular-nums">Attempt {attempt.number}</span>
                <Badge tone={OUTCOMES[attempt.outcome].tone}>{labelOf(attempt)}</Badge>
                <span className="text-ink-3 text-small">
                  {attempt.exchange.timings &&
                    `${durationText(attempt.exchange.timings.total_ms)}, `}
                  <RelativeTime iso={attempt.started_at} />
                </span>
              </summary>
              <div className="pt-2 pb-5">
                <AttemptBody attempt={attempt} />
              </div>
            </details>
          </li>
        ))}
      </ol>
      {deleted > 0 && (
        <p className="text-ink-3 text-small">
          {counted(deleted, 'older attempt was', 'older attempts were')} deleted after 90 days.
        </p>
      )}
    </Section>
  );
}

function labelOf({ outcome, exchange }: Attempt): string {
  return exchange.response ? `HTTP ${exchange.response.status}` : OUTCOMES[outcome].label;
}

function AttemptBody({ attempt }: { attempt: Attempt }) {
  if (attempt.outcome === 'running') return <p className="text-ink-2">Sending now.</p>;
  if (attempt.outcome === 'unknown') {
    return (
      <p className="text-ink-2">
        The server stopped during this attempt, so its outcome is unknown. The webhook was sent
        again; your endpoint can tell a repeat by its event id.
      </p>
    );
  }
  return <Exchange exchange={attempt.exchange} />;
}
