import pino from 'pino';
import { expect, test } from 'vitest';
import { loggableError } from '@/lib/log';
import { setProcessValue } from '@/lib/once-per-process';
import { logPaymentPageError } from './public';

test('the failure of a payment page is logged with its reason and its stack', () => {
  const lines: string[] = [];
  const log = pino({ serializers: { err: loggableError } }, { write: (line) => lines.push(line) });
  setProcessValue('runtime', { log });
  try {
    logPaymentPageError(new TypeError('the slip has no address'));
  } finally {
    setProcessValue('runtime', undefined);
  }
  expect(JSON.parse(lines.join(''))).toMatchObject({
    err: {
      type: 'TypeError',
      message: 'the slip has no address',
      stack: expect.stringContaining('public.test'),
    },
  });
});
