import { IntentLink } from '@/app/_ui/intent-link';
import type { Customer } from '@/lib/domain/customer';
import type { PaymentResponse } from '@/lib/http/payments/payment-response';
import { paymentPage } from '../_frame/paths';

interface Props {
  readonly payment: Pick<PaymentResponse, 'id' | 'reference'>;
}

/** Shows a placeholder for a missing reference; screen readers read the payment's id instead. */
export function ReferenceText({ payment }: Props) {
  return (
    payment.reference ?? (
      <span className="text-ink-3">
        No reference<span className="sr-only"> {payment.id}</span>
      </span>
    )
  );
}

export function ReferenceLink({ payment }: Props) {
  return (
    <IntentLink
      href={paymentPage(payment.id)}
      data-row-link=""
      prefetch={false}
      className="tap-line truncate font-medium text-ink hover:underline"
    >
      <ReferenceText payment={payment} />
    </IntentLink>
  );
}

export function customerName({ name, email, reference }: Customer): string {
  return name ?? email ?? reference ?? '';
}
