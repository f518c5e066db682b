import type {
  OutputAnswer,
  PaymentDetailAnswer,
  TimelineEntryAnswer,
} from '@/app/dashboard/_data/payment-answers';
import { addressPath } from '@/lib/bitcoin/derive';
import type { Member } from '@/lib/domain/actor';
import { confirmations } from '@/lib/domain/confirmations';
import { paymentJson } from '@/lib/http/payment-json';
import type { PaymentDetail, PaymentOutput } from '@/lib/payments/payment-detail';
import type { TimelineEntry } from '@/lib/payments/payment-timeline';

interface Around {
  readonly actor: Member;
  /** Whether the payment's network runs on the sandbox chain. */
  readonly sandbox: boolean;
  readonly appUrl: URL;
}

/** A payment's page as JSON. */
export function detailAnswer(
  detail: PaymentDetail,
  { actor, sandbox, appUrl }: Around,
): PaymentDetailAnswer {
  const { row, chainHeight } = detail;
  const change = actor.role !== 'viewer';
  return {
    payment: paymentJson(row, chainHeight, appUrl),
    api_key: detail.key,
    required_sats: row.requiredSats,
    expired_at: row.expiredAt?.toISOString() ?? null,
    chain_height: chainHeight,
    derivation: derivationOf(detail),
    outputs: detail.outputs.map((output) => outputAnswer(output, chainHeight)),
    deliveries: detail.deliveries.map((delivery) => ({
      id: delivery.id,
      event_type: delivery.eventType,
      status: delivery.status,
      attempt: delivery.attempt,
      last_error: delivery.lastError,
      response_status: delivery.responseStatus,
      created_at: delivery.createdAt.toISOString(),
      next_attempt_at: delivery.nextAttemptAt?.toISOString() ?? null,
    })),
    timeline: detail.timeline.map(timelineEntry),
    can: {
      change,
      cancel: change && row.status === 'pending' && row.receivedSats === 0,
      simulate: change && sandbox,
    },
  };
}

function derivationOf({ row, wallet }: PaymentDetail): PaymentDetailAnswer['derivation'] {
  if (!wallet || row.derivationIndex === null) return null;
  return {
    wallet_id: wallet.id,
    index: row.derivationIndex,
    path: addressPath(wallet.descriptor, row.derivationIndex),
    fingerprint: wallet.fingerprint,
    descriptor: wallet.descriptor,
  };
}

function outputAnswer(output: PaymentOutput, chainHeight: number | null): OutputAnswer {
  return {
    txid: output.txid,
    vout: output.vout,
    sats: output.sats,
    height: output.height,
    confirmations: confirmations(output.height, chainHeight),
    first_seen_at: output.firstSeenAt.toISOString(),
    gone: output.gone,
    replaced_by: output.replacedBy,
  };
}

function timelineEntry(entry: TimelineEntry): TimelineEntryAnswer {
  const at = entry.at.toISOString();
  switch (entry.kind) {
    case 'created':
      return { kind: entry.kind, at };
    case 'change':
      return {
        kind: entry.kind,
        at,
        what: entry.what,
        status: entry.status,
        received_sats: entry.receivedSats,
        difference_sats: entry.differenceSats,
        txid: entry.txid,
        height: entry.height,
        late: entry.late,
      };
    case 'event':
      return {
        kind: entry.kind,
        at,
        event_id: entry.eventId,
        event_type: entry.eventType,
        url: entry.url,
      };
    case 'try':
      return {
        kind: entry.kind,
        at,
        delivery_id: entry.deliveryId,
        event_type: entry.eventType,
        number: entry.number,
        finished_at: entry.finishedAt?.toISOString() ?? null,
        response_status: entry.responseStatus,
        error: entry.error,
        total_ms: entry.totalMs,
      };
    case 'act':
      return {
        kind: entry.kind,
        at,
        act: entry.act,
        person: entry.person,
        simulated: typeof entry.data.act === 'string' ? entry.data.act : null,
      };
  }
}
