import type { ProblemCode } from '@/lib/domain/problems';

/** The HTTP status and the title of every problem. docs/errors/<code>.md explains a code. */
export const PROBLEMS = {
  malformed_json: { status: 400, title: 'The body is not valid JSON' },
  invalid_request: { status: 400, title: 'The request is not valid' },
  unauthorized: { status: 401, title: 'A valid API key is needed' },
  not_signed_in: { status: 401, title: 'Not signed in' },
  cross_site_request: { status: 403, title: 'This request came from another site' },
  forbidden: { status: 403, title: 'Not allowed' },
  custom_address_not_allowed: {
    status: 403,
    title: 'This API key does not allow customer-provided addresses',
  },
  management_not_allowed: { status: 403, title: 'This API key may not manage webhooks' },
  ip_not_allowed: { status: 403, title: 'This API key may not be used from this address' },
  sandbox_only: { status: 403, title: 'This operation exists on the sandbox chain only' },
  not_found: { status: 404, title: 'Not found' },
  payment_not_found: { status: 404, title: 'Payment not found' },
  payment_link_not_found: { status: 404, title: 'Payment link not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  address_in_use: { status: 409, title: 'Another payment uses this address' },
  payment_not_cancelable: { status: 409, title: 'This payment can no longer be canceled' },
  payment_changed: { status: 409, title: 'This payment has changed since it was shown' },
  payment_link_closed: { status: 409, title: 'This payment link takes no payment now' },
  idempotency_in_progress: {
    status: 409,
    title: 'A request with this Idempotency-Key is still running',
  },
  sandbox_refused: { status: 409, title: 'The sandbox chain cannot do that now' },
  body_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'The body must be JSON' },
  webhook_url_rejected: { status: 422, title: 'Webhooks cannot be sent to this URL' },
  address_network_mismatch: {
    status: 422,
    title: 'The address does not belong to the network of this API key',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'This Idempotency-Key was used with another body',
  },
  rate_limited: { status: 429, title: 'Too many requests' },
  proof_of_work_needed: { status: 429, title: 'This form needs a proof of work now' },
  internal_error: { status: 500, title: 'Something went wrong on our side' },
  server_busy: { status: 503, title: 'The server is busy' },
  network_unavailable: { status: 503, title: 'This network cannot be used now' },
  rate_unavailable: { status: 503, title: 'There is no rate for this currency at the moment' },
  database_unavailable: { status: 503, title: 'The service cannot reach its database' },
} as const satisfies Record<ProblemCode, { status: number; title: string }>;
