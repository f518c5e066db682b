'use client';

import { Skeleton } from '@/app/_ui/skeleton';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/app/_ui/table';
import type { PaymentAnswer } from '@/lib/http/answers/payment';
import { columnsOf } from './columns';

const SKELETON_ROWS = 12;

interface Props {
  /** Undefined while they are on their way. */
  readonly payments: readonly PaymentAnswer[] | undefined;
  /** Whether each row names its network. */
  readonly networks: boolean;
}

/** The ledger of payments. */
export function PaymentsTable({ payments, networks }: Props) {
  const columns = columnsOf({ networks });
  return (
    <Table caption="Payments">
      <TableHead>
        {columns.map(({ head, numeric, className }) => (
          <HeadCell key={head} numeric={numeric} className={className}>
            {head}
          </HeadCell>
        ))}
      </TableHead>
      <TableBody>
        {payments === undefined &&
          Array.from({ length: SKELETON_ROWS }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
            <Row key={row}>
              {columns.map(({ head, numeric, phone, className }) => (
                <Cell key={head} numeric={numeric} phone={phone} className={className}>
                  <Skeleton className={numeric ? 'ms-auto w-14' : 'w-20'} />
                </Cell>
              ))}
            </Row>
          ))}
        {payments?.map((payment) => (
          <Row key={payment.id}>
            {columns.map(({ head, cell, numeric, phone, className }) => (
              <Cell key={head} numeric={numeric} phone={phone} className={className}>
                {cell(payment)}
              </Cell>
            ))}
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}
