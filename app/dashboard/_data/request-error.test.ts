import { expect, test } from 'vitest';
import { isProblem } from './request-error';

const PROBLEM = { detail: 'Enter a name.', code: 'invalid_request', request_id: 'req_1' };

test('the dashboard distinguishes an error of our server from a proxy’s error page', () => {
  expect(isProblem(PROBLEM)).toBe(true);
  expect(isProblem({ ...PROBLEM, errors: [{ pointer: '/name', message: 'Enter a name.' }] })).toBe(
    true,
  );
  for (const other of [
    undefined,
    null,
    'Bad gateway',
    { detail: 'Not found' },
    { ...PROBLEM, code: 503 },
    { ...PROBLEM, detail: { reason: 'upstream' } },
    { ...PROBLEM, errors: 'none' },
    { ...PROBLEM, errors: [null] },
  ]) {
    expect(isProblem(other)).toBe(false);
  }
});
