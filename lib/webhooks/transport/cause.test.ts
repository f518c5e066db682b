import { describe, expect, test } from 'vitest';
import { MAX_DESCRIPTION_LENGTH, MAX_URL_LENGTH } from '@/lib/domain/limits';
import { metadataFault } from '@/lib/domain/metadata';
import { MAX_SATS, toSats } from '@/lib/domain/sats';
import { eventBody } from '../events/event-body';
import { causeOf } from './cause';
import type { ExchangeFault, ExchangeResult, ExchangeStage } from './progress';
import { unsentResult } from './send';

const NOW = new Date('2026-01-01T00:00:00Z');
const UNSENT = unsentResult({ kind: 'unsigned' }, NOW);

function answer(status: number, headers: Record<string, string> = {}, body = ''): ExchangeResult {
  const ok = status >= 200 && status < 300;
  return { ...UNSENT, ok, status, headers, bodyHead: Buffer.from(body), fault: undefined };
}

function fault(fault: ExchangeFault): ExchangeResult {
  return { ...UNSENT, fault };
}

const HTML = { 'content-type': 'text/html; charset=UTF-8' };

test('a 2xx response has no cause of failure, even when the response is truncated', () => {
  expect(causeOf(answer(204))).toBeNull();
  expect(causeOf({ ...answer(200), responseEnd: 'cut_off' })).toBeNull();
});

test('if a response has an error status and is truncated, the status is the cause of failure', () => {
  const broken: ExchangeResult = { ...answer(500), responseEnd: 'cut_off' };
  expect(causeOf(broken)?.code).toBe('http_500');
});

describe('a non-2xx response', () => {
  test.each([
    [404, 'http_404', /Check the URL/],
    [410, 'http_410', /gone for good/],
    [429, 'http_429', /Exempt the path/],
    [500, 'http_500', /check its log/],
    [503, 'http_503', /application is up/],
    [418, 'http_418', /returned 418.*2xx/],
    [100, 'http_100', /returned 100/],
  ])('the status %i is explained with its remedy', (status, code, message) => {
    expect(causeOf(answer(status))).toEqual({ code, message: expect.stringMatching(message) });
  });

  test('the explanation of status 413 states a limit that is larger than the largest event', () => {
    const texts = Array.from({ length: 8 }, (_, n) => [`${n}`, 'x'.repeat(500)]);
    const metadata = Object.fromEntries(texts);
    expect(metadataFault(metadata)).toBeUndefined();
    const largest = eventBody('payment.reverted', {
      payment_id: `pay_${'x'.repeat(22)}`,
      txid: 'a'.repeat(64),
      address: 'x'.repeat(64),
      amount_sats: toSats(MAX_SATS),
      received_sats: toSats(MAX_SATS),
      confirmations: 6,
      webhook_url: 'あ'.repeat(MAX_URL_LENGTH),
      metadata,
      description: '👟'.repeat(MAX_DESCRIPTION_LENGTH),
      price: null,
      status: 'confirmed',
      reason: 'reorged',
    });
    const kib = /(\d+) KiB/.exec(causeOf(answer(413))?.message ?? '')?.[1];
    expect(Buffer.byteLength(largest)).toBeLessThan(Number(kib) * 1_024);
  });

  test('a redirect’s cause shows its destination without the query', () => {
    const cause = causeOf(answer(301, { location: 'https://www.example.com/hook?key=s3cret#x' }));
    expect(cause).toEqual({
      code: 'redirect',
      message: expect.stringContaining('to https://www.example.com/hook.'),
    });
    expect(cause?.message).not.toContain('s3cret');
  });

  test('a redirect without a Location header still counts as a redirect', () => {
    expect(causeOf(answer(304))?.code).toBe('redirect');
  });

  test.each([
    '/login',
    'https://shop.example.com/users/sign_in?next=/hook',
    'https://login.example.com/',
    '/wp-login.php',
    '/oauth2/start',
  ])('a redirect to %s counts as a redirect to a login', (location) => {
    expect(causeOf(answer(302, { location }))?.code).toBe('login_redirect');
  });

  test.each(['/blogin', '/catalogin-g', '/authors', '/hook/'])(
    'a redirect to %s does not count as a redirect to a login',
    (location) => {
      expect(causeOf(answer(302, { location }))?.code).toBe('redirect');
    },
  );
});

describe('a browser page instead of a response', () => {
  test.each([
    ['Cloudflare header', answer(403, { 'cf-mitigated': 'challenge' })],
    ['AWS WAF header', answer(405, { 'x-amzn-waf-action': 'captcha' })],
    ['"Just a moment"', answer(503, HTML, '<!DOCTYPE html><title>Just a moment...</title>')],
    ['HTML without a type', answer(503, {}, '<!doctype html><p>Checking your browser</p>')],
    ['captcha with 429', answer(429, HTML, '<html>solve this CAPTCHA</html>')],
  ])('a challenge page for browsers is recognized: %s', (_what, result) => {
    expect(causeOf(result)).toMatchObject({
      code: 'challenge_page',
      message: expect.stringMatching(/Exempt the path/),
    });
  });

  test.each([
    ['a plain page with 403', answer(403, HTML, '<html><body>Forbidden</body></html>')],
    ['a plain page with 503', answer(503, HTML, '<html><h1>503 Service Unavailable</h1></html>')],
    ['JSON with 403', answer(403, { 'content-type': 'application/json' }, '{"error":"no"}')],
    ['an error page with 500', answer(500, HTML, '<html>Just a moment</html>')],
    ['a plain page with 429', answer(429, HTML, '<html>Too many</html>')],
    ['a page with 404', answer(404, HTML, '<html>Not found</html>')],
  ])('a response is not mistaken for a challenge page: %s', (_what, result) => {
    expect(causeOf(result)?.code).not.toBe('challenge_page');
  });
});

describe('a refusal for a missing CSRF token', () => {
  test.each([
    ['Django', answer(403, HTML, '<h1>Forbidden</h1><p>CSRF verification failed.')],
    ['Laravel', answer(419, HTML, '<title>Page Expired</title>')],
    ['Rails', answer(422, {}, 'ActionController::InvalidAuthenticityToken')],
    ['Express', answer(403, {}, 'ForbiddenError: invalid csrf token')],
  ])('the refusal of %s for a missing CSRF token is recognized', (_what, result) => {
    expect(causeOf(result)).toMatchObject({
      code: 'csrf',
      message: expect.stringMatching(/CSRF token.*@csrf_exempt.*signature/),
    });
  });

  test('a 403 page that does not mention CSRF is explained as probably caused by CSRF protection', () => {
    const page = answer(403, HTML, '<html><body>Forbidden</body></html>');
    expect(causeOf(page)).toMatchObject({
      code: 'http_403',
      message: expect.stringMatching(/likely cause is the CSRF protection/),
    });
  });
});

describe('an exchange without a response', () => {
  test.each<[ExchangeStage, RegExp]>([
    ['dns', /look-up/],
    ['connect', /connection timed out/],
    ['tls', /TLS handshake/],
    ['first_byte', /Respond first/],
  ])('the message of a timeout names the stage that timed out: %s', (stage, message) => {
    expect(causeOf(fault({ kind: 'timeout', stage }))).toEqual({
      code: `timeout_${stage}`,
      message: expect.stringMatching(message),
    });
  });

  test.each<[ExchangeFault, string, RegExp]>([
    [{ kind: 'dns', code: 'ENOTFOUND' }, 'dns', /ENOTFOUND.*spelling/],
    [{ kind: 'connect', code: 'ECONNREFUSED' }, 'connection_refused', /server is up/],
    [{ kind: 'connect', code: 'EHOSTUNREACH' }, 'unreachable', /EHOSTUNREACH/],
    [{ kind: 'tls', code: 'CERT_HAS_EXPIRED' }, 'tls_certificate', /Renew/],
    [{ kind: 'tls', code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, 'tls_certificate', /another host/],
    [{ kind: 'tls', code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'tls_certificate', /self-signed/],
    [{ kind: 'tls', code: 'ERR_SSL_WRONG_VERSION_NUMBER' }, 'tls', /speaks HTTPS/],
    [{ kind: 'reset', code: 'ECONNRESET' }, 'connection_reset', /before a response/],
    [{ kind: 'not_http', code: 'NO_STATUS_LINE' }, 'not_http', /is not HTTP/],
    [{ kind: 'unsigned' }, 'unsigned', /SECRET_KEY/],
  ])('the fault %o has a description', (what, code, message) => {
    expect(causeOf(fault(what))).toEqual({ code, message: expect.stringMatching(message) });
  });
});
