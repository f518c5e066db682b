import type { Column } from '@/app/_ui/table';
import type { PaymentResponse } from '@/lib/http/payments/payment-response';
import { customerName } from '../../_list/reference-text';

/** Returns the customer's column and one per chosen metadata name. */
export function extraColumns(
  payments: readonly PaymentResponse[],
  metadata: readonly string[],
): Column<PaymentResponse>[] {
  return [...customerColumn(payments), ...metadataColumns(metadata)];
}

/** Returns no column if no payment on the page has a customer. */
function customerColumn(payments: readonly PaymentResponse[]): Column<PaymentResponse>[] {
  if (!payments.some(({ customer }) => customer)) return [];
  const cell = ({ customer }: PaymentResponse) => customer && customerName(customer);
  return [{ head: 'Customer', ...EXTRA_COLUMN, cell: (row) => <Short text={cell(row)} /> }];
}

function metadataColumns(names: readonly string[]): Column<PaymentResponse>[] {
  return names.map((name) => ({
    ...EXTRA_COLUMN,
    // The head identifies a column, so a prefix distinguishes it from the other columns.
    head: `Metadata ${name}`,
    headShown: name,
    cell: ({ metadata }) => <Short text={metadata?.[name] ?? null} />,
  }));
}

const EXTRA_COLUMN = { className: 'max-lg:hidden', cellClassName: 'max-w-44' } as const;

function Short({ text }: { text: string | null }) {
  return text === null ? null : (
    <span className="block truncate text-ink-2" title={text}>
      {text}
    </span>
  );
}
