import { describe, expect, test } from 'vitest';
import { buildRequest, curlForTryRequest, sandboxKeyError } from './build-request';
import type { TryOperation } from './try-operation';

const OPERATION: TryOperation = {
  method: 'POST',
  path: '/v1/things/{id}/act',
  baseUrl: 'https://pay.example',
  open: false,
  examplePayment: 'pay_1',
  parameters: [
    { place: 'path', name: 'id', required: true, example: 'pay_1' },
    { place: 'query', name: 'limit', required: false, example: '' },
    { place: 'header', name: 'Idempotency-Key', required: false, example: '' },
  ],
  body: '{}',
};
const filled = { values: { id: ' a/b ' }, body: `{"reference": "Ann's"}` };

describe('a filled form', () => {
  test('a request built from a filled form contains the escaped values instead of placeholders, and omits empty fields', () => {
    const request = buildRequest(OPERATION, filled);
    expect(request).toEqual({
      method: 'POST',
      target: '/v1/things/a%2Fb/act',
      headers: { 'Content-Type': 'application/json' },
      body: filled.body,
    });
    const values = { id: 'x', limit: '5', 'Idempotency-Key': 'one' };
    expect(buildRequest(OPERATION, { ...filled, values, body: '' })).toEqual({
      method: 'POST',
      target: '/v1/things/x/act?limit=5',
      headers: { 'Idempotency-Key': 'one' },
      body: undefined,
    });
  });

  test('the shell command for a filled form sends the same request, with a variable in place of the key', () => {
    const command = curlForTryRequest(buildRequest(OPERATION, filled), OPERATION);
    expect(command).toBe(
      [
        "curl -i 'https://pay.example/v1/things/a%2Fb/act' \\",
        '  -H "Authorization: Bearer $KEY" \\',
        "  -H 'Content-Type: application/json' \\",
        `  -d '{"reference": "Ann'\\''s"}'`,
      ].join('\n'),
    );
  });
});

describe('an API key', () => {
  const key = (kind: string) => `btly_${kind}_${'a'.repeat(36)}`;

  test.each(['reg', 'test', 'sig'])('a key that begins with btly_%s_ is accepted', (kind) => {
    expect(sandboxKeyError(key(kind))).toBeUndefined();
  });

  test.each([
    [key('live'), 'a mainnet key'],
    ['', 'Paste a sandbox API key'],
    ['whsec_abc', 'signing secret'],
    ['btly_reg_short', 'not an API key'],
  ])('the key "%s" is rejected', (text, why) => {
    expect(sandboxKeyError(text)).toContain(why);
  });
});
