import type { oas31 } from 'zod-openapi';

export const RESPONSE_HEADERS = {
  'X-Request-Id': {
    description: "Id of this request in the server's log.",
    required: true,
    schema: { type: 'string' },
    example: 'req_4f6ZrXb0H1kQ2mN8sT3vWy',
  },
  RateLimit: {
    description:
      'Requests left (`r`) and seconds until the count restarts (`t`), for each limit that applies.',
    schema: { type: 'string' },
    example: '"key";r=5999;t=60, "ip";r=11999;t=60',
  },
  'RateLimit-Policy': {
    description: 'The limits: `q` requests in `w` seconds.',
    schema: { type: 'string' },
    example: '"key";q=6000;w=60, "ip";q=12000;w=60',
  },
  'Retry-After': {
    description: 'Seconds to wait before you send the request again.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
    example: 17,
  },
  'WWW-Authenticate': {
    description: 'How to authenticate (RFC 6750).',
    required: true,
    schema: { type: 'string' },
    example: 'Bearer',
  },
  Location: {
    description: 'URL of the new payment or payment link.',
    required: true,
    schema: { type: 'string', format: 'uri-reference' },
    example: '/v1/btc/payments/pay_5QmYH0cXq7wR2dLk9VtZaB',
  },
  'Idempotency-Replayed': {
    description:
      '`true` when this is the response to an earlier request with the same key and body.',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
  ETag: {
    description: 'Changes with every change of the payment, including its confirmations.',
    required: true,
    schema: { type: 'string' },
    example: '"2Zb1mQ0q8rN5yT3vW7xKfLcJd9A"',
  },
} as const satisfies Record<string, oas31.HeaderObject>;

export type ResponseHeader = keyof typeof RESPONSE_HEADERS;

/** Headers of every response. The rate limit headers are absent while limits are switched off. */
export const COMMON_HEADERS: readonly ResponseHeader[] = [
  'X-Request-Id',
  'RateLimit',
  'RateLimit-Policy',
];

export const HEADERS_BY_STATUS: Readonly<Record<number, readonly ResponseHeader[]>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

/** References let the document describe each header only once. */
export function headerRefs(names: readonly ResponseHeader[]): oas31.HeadersObject {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
