import { differences } from './differences';
import type { SystemAndModel } from './pair';
import type { ReferencePayment } from './reference-payment';
import { shownRefund } from './reference-refund';

/** The model knows neither the output that pays a refund nor its fee: other tests compare them. */
const UNKNOWN = /"vout":(\d+|null),"fee_sats":(\d+|null)/;

/** Every refund as the API shows it, and the outputs that wait for a decision. */
export async function compareRefunds({ system, model }: SystemAndModel): Promise<string[]> {
  const found: string[] = [];
  const tip = model.followed.length - 1;
  for (const payment of new Set(model.refunds.map((refund) => refund.payment))) {
    const { json } = await system.call('GET', `/v1/btc/payments/${payment.id}/refunds`);
    const shown = (json.data as Record<string, unknown>[]).map(
      ({ other_outputs: others, ...one }) => ({
        ...one,
        ...{ vout: null, fee_sats: null },
        others: (others as { amount_sats: number }[]).map(({ amount_sats: sats }) => sats),
      }),
    );
    const own = model.refunds.filter((refund) => refund.payment === payment);
    const expected = own.map((refund) => ({
      ...shownRefund(refund, tip),
      others: model.otherOutputs(refund),
    }));
    found.push(...differences(`the refunds of ${payment.id}`, shown, expected));
  }
  return found;
}

/** Completes the body of a refund's event, which is sent and signed as it was written. */
export function adoptUnknown(event: ReferencePayment['events'][number], body = ''): void {
  const [output] = UNKNOWN.exec(body) ?? [];
  if (output && event.type.startsWith('refund.')) event.body = event.body.replace(UNKNOWN, output);
}
