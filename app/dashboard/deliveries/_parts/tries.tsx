'use client';

import { ChevronRight } from 'lucide-react';
import { Badge } from '@/app/_ui/badge';
import { RelativeTime } from '@/app/_ui/relative-time';
import type { Tone } from '@/app/_ui/tone';
import type { DeliveryDetailAnswer, TryAnswer } from '@/lib/http/answers/delivery-detail';
import { durationText } from '../../_exchange/countdown-text';
import { Exchange } from '../../_exchange/exchange';

const FACES: Record<TryAnswer['outcome'], { readonly tone: Tone; readonly word: string }> = {
  delivered: { tone: 'confirmed', word: 'Delivered' },
  failed: { tone: 'failed', word: 'Failed' },
  running: { tone: 'detected', word: 'Sending' },
  unknown: { tone: 'idle', word: 'Unknown' },
};

/** Every try that is on record, newest first and open. */
export function Tries({ delivery: { tries, attempt } }: { delivery: DeliveryDetailAnswer }) {
  const missing = attempt - tries.length;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h2 className="text-section">Tries</h2>
      {attempt === 0 && <p className="text-ink-2">It has not been tried yet.</p>}
      <ol className="grid grid-cols-[minmax(0,1fr)] border-rule-5 border-t">
        {tries.map((one, place) => (
          <li key={one.number} className="border-b">
            <details open={place === 0} name="try" className="group">
              <summary className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-2 [&::-webkit-details-marker]:hidden">
                <ChevronRight
                  aria-hidden
                  className="size-4 shrink-0 text-ink-3 transition-transform duration-120 ease-standard group-open:rotate-90 motion-reduce:transition-none"
                />
                <span className="font-medium tabular-nums">Try {one.number}</span>
                <Badge tone={FACES[one.outcome].tone}>{wordOf(one)}</Badge>
                <span className="text-ink-3 text-small">
                  {one.exchange.timings && `${durationText(one.exchange.timings.total_ms)}, `}
                  <RelativeTime iso={one.started_at} />
                </span>
              </summary>
              <div className="pt-2 pb-5">
                <TryBody one={one} />
              </div>
            </details>
          </li>
        ))}
      </ol>
      {missing > 0 && (
        <p className="text-ink-3 text-small">
          {missing === 1 ? 'One older try is' : `${missing} older tries are`} no longer on record:
          they are kept for 90 days.
        </p>
      )}
    </section>
  );
}

function wordOf({ outcome, exchange }: TryAnswer): string {
  return exchange.response ? `HTTP ${exchange.response.status}` : FACES[outcome].word;
}

function TryBody({ one }: { one: TryAnswer }) {
  if (one.outcome === 'running') return <p className="text-ink-2">It is being sent right now.</p>;
  if (one.outcome === 'unknown') {
    return (
      <p className="text-ink-2">
        The server stopped while this try was under way, so nobody can tell whether it arrived. It
        was tried again; receivers know a repetition by its event id.
      </p>
    );
  }
  return <Exchange exchange={one.exchange} />;
}
