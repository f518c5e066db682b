'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { GroupedNumber } from '@/app/_ui/amount';
import { Badge } from '@/app/_ui/badge';
import { Button } from '@/app/_ui/button';
import { Txid } from '@/app/_ui/identifier';
import { type Column, Table } from '@/app/_ui/table';
import { RelativeTime } from '@/app/_ui/time';
import { countWithNoun } from '@/lib/domain/count-with-noun';
import { type ExplorerTemplate, explorerHost } from '@/lib/domain/explorer';
import type { OutputResponse } from '@/lib/http/payments/outputs-response';
import type { PaymentDetailResponse } from '@/lib/http/payments/payment-detail-response';
import { paymentQueries } from '../../../_data/queries';
import { Section } from '../../../_frame/section';
import type { PaymentAmounts } from '../../../_next-step/amount-with-price';
import { addConfirmationPrice } from './add-confirmation-price';
import { PartAmount } from './part-amount';

/** Also lists outputs that no longer count. */
export function Outputs({ detail }: { detail: PaymentDetailResponse }) {
  const { payment, outputs, explorer } = detail;
  const last = outputs.data.at(-1);
  const after = last ? `${last.txid}:${last.vout}` : '';
  const more = useInfiniteQuery(paymentQueries.moreOutputs(payment.id, after));
  const further = more.data?.pages.flatMap(({ data }) => data) ?? [];
  const hasMore = more.data ? more.hasNextPage : outputs.has_more;
  return (
    <Section title="Transactions">
      {outputs.data.length === 0 ? (
        <p className="border-rule-5 border-y bg-surface px-4 py-4 text-ink-2">
          No transactions yet.
        </p>
      ) : (
        <Table
          caption="Transactions that pay the address"
          columns={columnsOf(explorer, addConfirmationPrice(detail))}
          rows={[...outputs.data, ...further]}
          keyOf={({ txid, vout }) => `${txid}:${vout}`}
        />
      )}
      {explorer && outputs.data.length > 0 && (
        <p className="text-ink-3 text-small">
          Opening a transaction on {explorerHost(explorer)} shows that site your IP address and
          which transaction you opened.
        </p>
      )}
      {hasMore && (
        <div className="flex items-center gap-3">
          <Button size="small" busy={more.isFetching} onClick={() => void more.fetchNextPage()}>
            Show more
          </Button>
          {more.isError && <p className="text-ink-2 text-small">{more.error.message}</p>}
        </div>
      )}
    </Section>
  );
}

const columnsOf = (
  explorer: ExplorerTemplate | null,
  priced: PaymentAmounts,
): readonly Column<OutputResponse>[] => [
  {
    head: 'Transaction',
    phone: 'first-start',
    cell: ({ txid }) => <Txid txid={txid} explorer={explorer} />,
  },
  {
    head: 'Amount',
    numeric: true,
    phone: 'first-end',
    cell: ({ sats, gone }) => (
      <PartAmount
        sats={sats}
        priced={priced}
        className={gone ? 'text-ink-3 line-through' : undefined}
      />
    ),
  },
  { head: 'Status', phone: 'second-start', cell: (output) => <OutputStatus output={output} /> },
  {
    head: 'First seen',
    numeric: true,
    phone: 'second-end',
    cellClassName: 'text-ink-2',
    cell: ({ first_seen_at: iso }) => <RelativeTime iso={iso} />,
  },
];

function OutputStatus({ output }: { output: OutputResponse }) {
  if (output.gone) {
    return <Badge tone="failed">{output.replaced_by ? 'Replaced' : 'Gone'}</Badge>;
  }
  if (output.height === null) return <Badge tone="pending">Mempool</Badge>;
  // A mining reward's `height` is above the tip until the reward counts.
  if (output.confirmations === 0) {
    return (
      <span className="whitespace-nowrap">
        Counts from block <GroupedNumber value={output.height} />
      </span>
    );
  }
  return (
    <span className="whitespace-nowrap">
      Block <GroupedNumber value={output.height} />
      <span className="text-ink-3">
        {`, ${countWithNoun(output.confirmations, 'confirmation')}`}
      </span>
    </span>
  );
}
