import { paymentUri } from '@/lib/bitcoin/bip21';
import { confirmations } from '@/lib/domain/confirmations';
import { isRefundSent } from '@/lib/domain/refund';
import type { RefundJson } from '@/lib/webhooks/events/event-body';
import type { RefundRow } from './refund-row';

/** Returns a refund as JSON for the API and for events. Confirmations count up to `tipHeight`. */
export function refundJson(row: RefundRow, tipHeight: number | null): RefundJson {
  const open = row.status === 'ready' && row.address !== null;
  return {
    id: row.id,
    payment_id: row.paymentId,
    network: row.network,
    status: row.status,
    amount_sats: row.amountSats,
    price: row.price,
    address: row.address,
    payment_uri: open && row.address ? paymentUri(row.address, row.amountSats) : null,
    txid: row.txid,
    vout: row.vout,
    fee_sats: row.feeSats,
    confirmations: isRefundSent(row.status) ? confirmations(row.height, tipHeight) : 0,
    required_confirmations: row.requiredConfirmations,
    created_at: row.createdAt.toISOString(),
    sent_at: row.sentAt?.toISOString() ?? null,
    confirmed_at: row.confirmedAt?.toISOString() ?? null,
    dropped_at: row.droppedAt?.toISOString() ?? null,
  };
}
