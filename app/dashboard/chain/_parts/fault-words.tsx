import { RelativeTime } from '@/app/_ui/relative-time';
import type { ChainAnswer } from '@/lib/http/answers/chains';

/** The source's own words of its fault, since when, and when it is asked again. */
export function FaultWords({ chain, now }: { chain: ChainAnswer; now: number }) {
  const { fault, failing_since: since, next_read_at: next } = chain;
  if (!fault || !since) return null;
  const seconds = next === null ? 0 : Math.ceil((Date.parse(next) - now) / 1_000);
  return (
    <div className="grid gap-1 rounded-control bg-ledger px-3 py-2 text-small">
      <p className="wrap-anywhere">
        <span className="text-ink-3">It said: </span>
        {fault}
      </p>
      <p className="text-ink-2">
        Failing since <RelativeTime iso={since} />
        {seconds > 0 ? `; asked again in ${waitText(seconds)}.` : '; asked again now.'}
      </p>
    </div>
  );
}

function waitText(seconds: number): string {
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
