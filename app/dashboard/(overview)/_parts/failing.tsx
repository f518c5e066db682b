import type { Route } from 'next';
import Link from 'next/link';
import { Badge } from '@/app/_ui/badge';
import type { FailingHost } from '@/lib/payments/overview';

/** Receivers that webhooks do not reach, the worst first. */
export function Failing({ hosts }: { hosts: readonly FailingHost[] }) {
  return (
    <section className="grid gap-3">
      <h2 className="text-section">Webhooks</h2>
      {hosts.length === 0 ? (
        <p className="flex items-center gap-2 text-ink-2">
          <Badge tone="confirmed">All arrive</Badge>
          Nothing waits for a failing receiver.
        </p>
      ) : (
        <ul className="border-rule-5 border-y">
          {hosts.map(({ host, failed, retrying, error }) => (
            <li key={host} className="grid gap-1 border-b py-3 last:border-b-0">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <Link
                  href={`/dashboard/deliveries?${new URLSearchParams({ q: host })}` as Route}
                  className="mono min-w-0 wrap-anywhere text-accent hover:underline"
                >
                  {host}
                </Link>
                {failed > 0 && <Badge tone="failed">{failed} failed</Badge>}
                {retrying > 0 && <Badge tone="pending">{retrying} retrying</Badge>}
              </div>
              {error && <p className="text-ink-2 text-small">{error}</p>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
