import type { Db } from '@/db/client';
import type { Member } from '@/lib/domain/actor';
import { type DeliveryView, listPaymentDeliveries } from '@/lib/webhooks/list-payment-deliveries';
import { getPaymentFor, type MerchantPayment } from './get-payment-for';
import { type PaymentOutput, paymentOutputs } from './payment-outputs';
import { paymentTimeline, type TimelineEntry } from './payment-timeline';

export interface PaymentDetail extends MerchantPayment {
  readonly outputs: readonly PaymentOutput[];
  readonly deliveries: readonly DeliveryView[];
  readonly timeline: readonly TimelineEntry[];
}

/**
 * All there is to know of a payment of the person's merchant.
 *
 * @throws Problem `payment_not_found`, also for a payment of another merchant
 */
export async function paymentDetail(
  db: Db,
  actor: Member,
  paymentId: string,
): Promise<PaymentDetail> {
  const found = await getPaymentFor(db, actor, paymentId);
  const [outputs, deliveries] = await Promise.all([
    paymentOutputs(db, paymentId),
    listPaymentDeliveries(db, actor, paymentId),
  ]);
  const deliveryIds = deliveries.map(({ id }) => id);
  const timeline = await paymentTimeline(db, actor, found.row, deliveryIds);
  return { ...found, outputs, deliveries, timeline };
}
