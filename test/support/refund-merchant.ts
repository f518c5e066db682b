import type { Member } from '@/lib/domain/actor';
import { toSats } from '@/lib/domain/sats';
import { NewPaymentSignal } from '@/lib/payments/new-payment-signal';
import { createRefund, type RefundRequest } from '@/lib/refunds/create-refund';
import { getRefund } from '@/lib/refunds/get-refund';
import { refundJson } from '@/lib/refunds/refund-json';
import { createTestActor } from './actor';
import { fixedRates } from './fixed-rates';
import { type NodeMerchant, openNodeMerchant } from './node-merchant';

/** A merchant on a real node, whose wallet sends both the payments and the refunds. */
export interface RefundMerchant extends NodeMerchant {
  readonly member: Member;
  readonly deps: ReturnType<typeof depsOf>;
  paid(requiredConfirmations?: number): Promise<string>;
  /** Creates a refund of a new payment, by default to a new address; with null, to none. */
  refund(
    request?: Partial<RefundRequest> & { readonly sats?: number },
  ): Promise<{ id: string; paymentId: string; address: string; sats: number }>;
  shown(id: string): Promise<ReturnType<typeof refundJson>>;
  refundEvents(paymentId: string): Promise<string[]>;
}

const depsOf = ({ base }: NodeMerchant) => ({
  db: base.db,
  rates: fixedRates(base.db),
  newPayments: new NewPaymentSignal(),
});

export async function openRefundMerchant(): Promise<RefundMerchant> {
  const plain = await openNodeMerchant();
  const member = await createTestActor(plain.base.db, plain.key.merchantId, 'member');
  const deps = depsOf(plain);
  const paid = async (requiredConfirmations = 1) => {
    const { id } = await plain.detectedPayment(requiredConfirmations);
    await plain.node.mine(requiredConfirmations);
    await plain.sync();
    return id;
  };
  return Object.assign(plain, {
    member,
    deps,
    paid,
    async refund({ sats = 40_000, ...request }: Partial<RefundRequest> & { sats?: number } = {}) {
      const paymentId = request.paymentId ?? (await paid());
      const address = request.address === undefined ? await plain.node.address() : request.address;
      const { id, json } = await createRefund(
        deps,
        member,
        {
          amount: { sats: toSats(sats) },
          txid: null,
          confirmExcess: false,
          ...request,
          paymentId,
          address,
        },
        plain.now(),
      );
      return { id, paymentId, address: address ?? '', sats: json.amount_sats };
    },
    async shown(id: string) {
      const found = await getRefund(plain.base.db, member, id);
      return refundJson(found.row, found.chainHeight);
    },
    async refundEvents(paymentId: string) {
      const types = await plain.typesOf(paymentId);
      return types.filter((type) => type.startsWith('refund.'));
    },
  });
}
