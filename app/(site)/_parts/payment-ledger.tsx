import type { ReactNode } from 'react';
import { Amount, GroupedNumber } from '@/app/_ui/amount';
import { PaymentBadge } from '@/app/_ui/status-badge';
import { Tally } from '@/app/_ui/tally';

interface Line {
  readonly time: string;
  readonly what: ReactNode;
  readonly more?: ReactNode;
  readonly mark: ReactNode;
}

const LINES: readonly Line[] = [
  {
    time: '14:02:03',
    what: 'Created',
    more: (
      <>
        <Amount sats={125_000} />, 3 confirmations
      </>
    ),
    mark: <PaymentBadge status="pending" />,
  },
  {
    time: '14:02:11',
    what: 'Seen in the mempool',
    more: 'payment.detected sent, 200 in 84 ms',
    mark: <PaymentBadge status="detected" />,
  },
  { time: '14:09:40', what: <Block height={98_212} />, mark: <Bars filled={1} /> },
  { time: '14:21:05', what: <Block height={98_213} />, mark: <Bars filled={2} /> },
  {
    time: '14:27:31',
    what: <Block height={98_214} />,
    more: 'payment.confirmed sent, 200 in 91 ms',
    mark: <Bars filled={3} />,
  },
];

export function PaymentLedger() {
  return (
    <div className="min-w-0 self-start overflow-hidden rounded-slip border bg-surface">
      <h2 className="flex justify-between gap-4 border-b bg-ledger px-4 py-2.5 text-head text-ink-3">
        One payment, start to finish
        <span>regtest</span>
      </h2>
      <ol>
        {LINES.map(({ time, what, more, mark }) => (
          <li
            key={time}
            className="grid grid-cols-[4rem_minmax(0,1fr)_auto] items-center gap-3 border-b px-4 py-2.5 last:border-rule-5"
          >
            <time className="mono text-ink-3 text-small">{time}</time>
            <span className="wrap-anywhere">
              {what}
              {more && <span className="block text-ink-2 text-small">{more}</span>}
            </span>
            {mark}
          </li>
        ))}
      </ol>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
        tabIndex={0}
        aria-label="The request that created it"
        className="overflow-x-auto bg-ledger -outline-offset-2"
      >
        <pre className="mono p-4 text-small">
          <code>
            curl <span className="text-accent">/v1/btc/payments</span>
            {
              ' \\\n  -H "Authorization: Bearer $KEY" \\\n  -H "Content-Type: application/json" \\\n'
            }
            {'  -d \'{"amount_sats": 125000}\''}
          </code>
        </pre>
      </section>
    </div>
  );
}

function Block({ height }: { readonly height: number }) {
  return (
    <>
      Block <GroupedNumber value={height} />
    </>
  );
}

function Bars({ filled }: { readonly filled: number }) {
  return <Tally filled={filled} required={3} tone={filled < 3 ? 'detected' : 'confirmed'} />;
}
