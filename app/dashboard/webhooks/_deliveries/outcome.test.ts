import { expect, test } from 'vitest';
import { causeOf } from '@/lib/webhooks/transport/cause';
import type { Fault } from '@/lib/webhooks/transport/progress';
import { unsentResult } from '@/lib/webhooks/transport/send';
import { outcomeWords } from './outcome';

const FAULTS: readonly Fault[] = [
  { kind: 'unsigned' },
  ...(['dns', 'connect', 'tls', 'first_byte'] as const).map(
    (stage): Fault => ({ kind: 'timeout', stage }),
  ),
  { kind: 'dns', code: 'ENOTFOUND' },
  { kind: 'connect', code: 'ECONNREFUSED' },
  { kind: 'connect', code: 'EHOSTUNREACH' },
  { kind: 'tls', code: 'CERT_HAS_EXPIRED' },
  { kind: 'tls', code: 'EPROTO' },
  { kind: 'reset', code: 'ECONNRESET' },
  { kind: 'not_http', code: 'NO_STATUS_LINE' },
];

test.each(FAULTS)('every fault of a delivery has a text: %j', (fault) => {
  const cause = causeOf(unsentResult(fault, new Date()));
  expect(outcomeWords(null, cause?.code ?? null)).toMatch(/^[A-Z]/);
});

test('a timeout of the response body has a text', () => {
  expect(outcomeWords(200, 'timeout_body')).toBe('Response timed out');
});

test('a response is shown by its status, and by the kind of failure if it is known', () => {
  expect(outcomeWords(200, null)).toBe('HTTP 200');
  expect(outcomeWords(500, 'http_500')).toBe('HTTP 500');
  expect(outcomeWords(403, 'challenge_page')).toBe('HTTP 403, challenge page');
  expect(outcomeWords(null, null)).toBeUndefined();
});
