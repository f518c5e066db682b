'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { Amount, Grouped } from '@/app/_ui/amount';
import { Badge } from '@/app/_ui/badge';
import { Button } from '@/app/_ui/button';
import { counted } from '@/app/_ui/counted';
import { Txid } from '@/app/_ui/identifier';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/app/_ui/table';
import { RelativeTime } from '@/app/_ui/time';
import { type ExplorerTemplate, explorerHost } from '@/lib/domain/explorer';
import type { OutputAnswer } from '@/lib/http/answers/outputs';
import type { PaymentDetailAnswer } from '@/lib/http/answers/payment-detail';
import { paymentQueries } from '../../../_data/queries';
import { Section } from '../../../_frame/section';

/** Every output that paid the address, including those that no longer count. */
export function Outputs({ detail }: { detail: PaymentDetailAnswer }) {
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
        <OutputTable outputs={[...outputs.data, ...further]} explorer={explorer} />
      )}
      {explorer && outputs.data.length > 0 && (
        <p className="text-ink-3 text-small">
          {explorerHost(explorer)} learns your IP address and the transaction when you open one
          there.
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

interface TableProps {
  readonly outputs: readonly OutputAnswer[];
  readonly explorer: ExplorerTemplate | null;
}

function OutputTable({ outputs, explorer }: TableProps) {
  return (
    <Table caption="Transactions that pay the address">
      <TableHead>
        <HeadCell>Transaction</HeadCell>
        <HeadCell numeric>Amount (sat)</HeadCell>
        <HeadCell>Status</HeadCell>
        <HeadCell numeric>First seen</HeadCell>
      </TableHead>
      <TableBody>
        {outputs.map((output) => (
          <Row key={`${output.txid}:${output.vout}`}>
            <Cell phone="first-start">
              <Txid txid={output.txid} explorer={explorer} />
            </Cell>
            <Cell numeric phone="first-end">
              <Amount
                sats={output.sats}
                unit={false}
                className={clsx(output.gone && 'text-ink-3 line-through')}
              />
            </Cell>
            <Cell phone="second-start">
              <OutputStatus output={output} />
            </Cell>
            <Cell numeric phone="second-end" className="text-ink-2">
              <RelativeTime iso={output.first_seen_at} />
            </Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}

function OutputStatus({ output }: { output: OutputAnswer }) {
  if (output.gone) {
    return <Badge tone="failed">{output.replaced_by ? 'Replaced' : 'Gone'}</Badge>;
  }
  if (output.height === null) return <Badge tone="pending">Mempool</Badge>;
  return (
    <span className="whitespace-nowrap">
      Block <Grouped value={output.height} />
      <span className="text-ink-3">
        {`, ${counted(output.confirmations, 'confirmation', 'confirmations')}`}
      </span>
    </span>
  );
}
