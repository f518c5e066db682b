import type { ProblemCode } from '@/lib/domain/problems';

/** What can go wrong with every request of a key. */
export const EVERYWHERE: readonly ProblemCode[] = [
  'invalid_request',
  'unauthorized',
  'ip_not_allowed',
  'rate_limited',
  'internal_error',
  'database_unavailable',
];

/** What can go wrong with a body, besides what is wrong in it. */
export const OF_A_BODY: readonly ProblemCode[] = [
  'malformed_json',
  'body_too_large',
  'unsupported_media_type',
];
