import clsx from 'clsx';
import type { WalletAnswer } from '@/lib/http/answers/key';

/**
 * The run of addresses that were handed out and never paid, one mark each, against the limit after
 * which common wallets stop looking.
 */
export function GapMeter({ wallet }: { wallet: WalletAnswer }) {
  const { unused_run: run, longest_gap: gap, gap_limit: limit } = wallet;
  const beyond = run > limit;
  return (
    <div className="grid gap-2">
      <p className="text-ink-3 text-small">Unused in a row</p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span
          aria-hidden="true"
          className={clsx('tally', beyond ? 'tone-failed' : run > limit / 2 && 'tone-pending')}
        >
          {Array.from({ length: limit }, (_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a mark is its place
            <span key={place} className={place < run ? 'is-filled' : undefined} />
          ))}
        </span>
        <span className="tabular-nums">
          {run} of {limit}
        </span>
      </div>
      <Advice run={run} gap={gap} limit={limit} />
    </div>
  );
}

function Advice({ run, gap, limit }: { run: number; gap: number; limit: number }) {
  const longest = Math.max(run, gap);
  if (longest <= limit) {
    return (
      <p className="text-ink-2">
        Most wallets look {limit} unused addresses ahead. Yours sees every payment.
      </p>
    );
  }
  const asked = Math.ceil((longest + limit) / 50) * 50;
  return (
    <p className="tone-failed rounded-control bg-(--tone-bg) px-3 py-2 text-(--tone)">
      {run > limit
        ? `The last ${run} addresses were handed out and not paid.`
        : `${gap} addresses in a row were never paid before a later one was.`}{' '}
      Most wallets stop looking after {limit}, so money on a later address may not show up in yours,
      though it is there. Set the gap limit of your wallet to {asked} or more, then scan again.
    </p>
  );
}
