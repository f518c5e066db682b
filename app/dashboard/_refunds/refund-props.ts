import type { PaymentDetailResponse } from '@/lib/http/payments/payment-detail-response';
import type { DashboardRefundResponse } from '@/lib/http/refunds/dashboard-refund-response';

export interface RefundProps {
  readonly refund: DashboardRefundResponse;
  readonly detail: PaymentDetailResponse;
  readonly onClose: () => void;
}
