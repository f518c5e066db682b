import { type DeliveryView, listPaymentDeliveries } from '@/lib/webhooks/list-payment-deliveries';
import { noFields, readInput } from '../read-input';
import type { Operation } from '../resource';

/** GET /v1/btc/payments/{id}/webhook-deliveries */
export const listDeliveriesOperation: Operation = async ({ api, request, caller, params }) => {
  await readInput(request, { query: noFields, body: noFields, bodyIs: 'none' });
  const deliveries = await listPaymentDeliveries(api.db, caller, params.id ?? '');
  return { status: 200, body: JSON.stringify(deliveries.map(deliveryJson)) };
};

/** A delivery as the API shows it. Every field is always there; what has no value yet is null. */
function deliveryJson(view: DeliveryView) {
  return {
    id: view.id,
    payment_id: view.paymentId,
    event_type: view.eventType,
    status: view.status,
    attempt: view.attempt,
    last_error: view.lastError,
    created_at: view.createdAt.toISOString(),
    delivered_at: view.deliveredAt?.toISOString() ?? null,
    next_attempt_at: view.nextAttemptAt?.toISOString() ?? null,
    response_status: view.responseStatus,
  };
}
