import { expect, test } from 'vitest';
import { causeOf } from '@/lib/webhooks/transport/cause';
import type { ExchangeFault } from '@/lib/webhooks/transport/progress';
import { unsentResult } from '@/lib/webhooks/transport/send';
import { outcomeWords } from './delivery-outcome';

const FAULTS: readonly ExchangeFault[] = [
  { kind: 'unsigned' },
  ...(['dns', 'connect', 'tls', 'first_byte'] as const).map(
    (stage): ExchangeFault => ({ kind: 'timeout', stage }),
  ),
  { kind: 'dns', code: 'ENOTFOUND' },
  { kind: 'connect', code: 'ECONNREFUSED' },
  { kind: 'connect', code: 'EHOSTUNREACH' },
  { kind: 'tls', code: 'CERT_HAS_EXPIRED' },
  { kind: 'tls', code: 'EPROTO' },
  { kind: 'reset', code: 'ECONNRESET' },
  { kind: 'not_http', code: 'NO_STATUS_LINE' },
];

test.each(FAULTS)('the dashboard has a text for the delivery fault %j', (fault) => {
  const cause = causeOf(unsentResult(fault, new Date()));
  expect(outcomeWords(null, cause?.code ?? null)).toMatch(/^[A-Z]/);
});

test('the dashboard has a text for a response body that timed out', () => {
  expect(outcomeWords(200, 'timeout_body')).toBe('Response timed out');
});

test('a response is shown as its HTTP status, with the kind of failure if that is known', () => {
  expect(outcomeWords(200, null)).toBe('HTTP 200');
  expect(outcomeWords(500, 'http_500')).toBe('HTTP 500');
  expect(outcomeWords(403, 'challenge_page')).toBe('HTTP 403, challenge page');
  expect(outcomeWords(null, null)).toBeUndefined();
});
