import type {
  DeliveryDetailAnswer,
  DeliveryRowAnswer,
  ExchangeAnswer,
  TryAnswer,
} from '@/app/dashboard/_data/delivery-answers';
import type { ExchangeView } from '@/lib/webhooks/exchange-view';
import type { AttemptView, DeliveryDetail } from '@/lib/webhooks/get-delivery';
import type { DeliveryRow } from '@/lib/webhooks/search-deliveries';

/** A row of the list as JSON. */
export function rowAnswer(row: DeliveryRow): DeliveryRowAnswer {
  return { ...common(row), duration_ms: row.durationMs, error_code: row.errorCode };
}

export function detailAnswer(detail: DeliveryDetail, change: boolean): DeliveryDetailAnswer {
  return {
    ...common(detail),
    event_id: detail.eventId,
    body: detail.body,
    tries: detail.attempts.map(tryAnswer),
    can: { change },
  };
}

function common(row: Omit<DeliveryRow, 'durationMs' | 'errorCode'>) {
  return {
    id: row.id,
    payment_id: row.paymentId,
    reference: row.reference,
    network: row.network,
    api_key: { id: row.apiKeyId, name: row.keyName },
    event_type: row.eventType,
    status: row.status,
    attempt: row.attempt,
    url: row.url,
    last_error: row.lastError,
    response_status: row.responseStatus,
    created_at: row.createdAt.toISOString(),
    delivered_at: row.deliveredAt?.toISOString() ?? null,
    next_attempt_at: row.nextAttemptAt?.toISOString() ?? null,
  };
}

function tryAnswer({ number, startedAt, finishedAt, outcome, exchange }: AttemptView): TryAnswer {
  return {
    number,
    started_at: startedAt.toISOString(),
    finished_at: finishedAt?.toISOString() ?? null,
    outcome,
    exchange: exchangeAnswer(exchange),
  };
}

/** An exchange with a receiver as JSON. */
export function exchangeAnswer(view: ExchangeView): ExchangeAnswer {
  const { url, request, response, remoteAddress, timings, cause } = view;
  return {
    url,
    request: request && { headers: pairs(request.headers), body: request.body },
    response: response && {
      status: response.status,
      headers: pairs(response.headers),
      body: response.body.text,
      body_bytes: response.body.bytes,
    },
    remote_address: remoteAddress,
    timings: timings && {
      dns_ms: timings.dnsMs,
      connect_ms: timings.connectMs,
      tls_ms: timings.tlsMs,
      first_byte_ms: timings.firstByteMs,
      total_ms: timings.totalMs,
    },
    cause,
  };
}

function pairs(headers: ExchangeViewHeaders): [string, string][] {
  return headers.map(([name, value]) => [name, value]);
}

type ExchangeViewHeaders = NonNullable<ExchangeView['request']>['headers'];
