import type { ProblemCode } from '@/lib/domain/problems';

/** Problems that any request with a key may cause. */
export const COMMON_PROBLEMS: readonly ProblemCode[] = [
  'invalid_request',
  'unauthorized',
  'ip_not_allowed',
  'address_not_verified',
  'rate_limited',
  'internal_error',
  'database_unavailable',
];

/** Problems that any request with a body may cause, besides errors in its fields. */
export const BODY_PROBLEMS: readonly ProblemCode[] = [
  'malformed_json',
  'body_too_large',
  'unsupported_media_type',
];
