import clsx from 'clsx';
import type { WalletResponse } from '@/lib/http/keys/key-response';

/**
 * Shows how many of the latest addresses are unpaid, compared with the gap limit of most wallets.
 */
export function GapMeter({ wallet }: { wallet: WalletResponse }) {
  const { unused_run: run, longest_gap: gap, gap_limit: limit } = wallet;
  const beyond = run > limit;
  return (
    <div className="grid gap-2">
      <p className="text-ink-3 text-small">Unpaid addresses in a row</p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span
          aria-hidden="true"
          className={clsx('tally', beyond ? 'tone-failed' : run > limit / 2 && 'tone-pending')}
        >
          {Array.from({ length: limit }, (_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: items never change order
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
        Most wallets check the next {limit} unpaid addresses, so yours should show every payment.
      </p>
    );
  }
  const recommended = Math.ceil((longest + limit) / 50) * 50;
  return (
    <p className="tone-failed rounded-control bg-(--tone-bg) px-3 py-2 text-(--tone)">
      {run > limit
        ? `The last ${run} addresses are unpaid.`
        : `${gap} unpaid addresses come before a paid one.`}{' '}
      Most wallets stop looking after {limit}, so yours may not show money on later addresses. The
      money is there. Set the gap limit of your wallet to {recommended} or more, then rescan.
    </p>
  );
}
