import { differences } from './differences';
import type { SystemAndModel } from './pair';
import type { ReferencePayment } from './reference-payment';
import { toShownRefund } from './reference-refund';

/** The model cannot know which output pays a refund, or the fee. Other tests check these fields. */
const UNKNOWN = /"vout":(\d+|null),"fee_sats":(\d+|null)/;

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
      ...toShownRefund(refund, tip),
      others: model.otherOutputs(refund),
    }));
    found.push(...differences(`the refunds of ${payment.id}`, shown, expected));
  }
  return found;
}

export function copyUnknownOutput(event: ReferencePayment['events'][number], body = ''): void {
  const [output] = UNKNOWN.exec(body) ?? [];
  if (output && event.type.startsWith('refund.')) event.body = event.body.replace(UNKNOWN, output);
}
