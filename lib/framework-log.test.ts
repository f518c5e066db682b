import { DrizzleQueryError } from 'drizzle-orm/errors';
import pino from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { loggableError } from '@/lib/log';
import { logFrameworkErrors } from './framework-log';

let lines: string[];
let printed: unknown[][];
let framework: Pick<Console, 'error'>;

beforeEach(() => {
  lines = [];
  printed = [];
  framework = { error: (...said) => printed.push(said) };
  const log = pino({ serializers: { err: loggableError } }, { write: (line) => lines.push(line) });
  logFrameworkErrors(log, framework);
});

test('a page’s failed query is in the log by its statement, and its parameters are not', () => {
  const query = 'select id from user_session where id = $1';
  const failed = new DrizzleQueryError(query, ['ses_of_somebody'], new Error('away'));
  // As the framework does it: a sign, and the error with what stands on the error page.
  framework.error(' ⨯', Object.assign(failed, { digest: '3201759058' }));
  expect(JSON.parse(lines.join(''))).toMatchObject({
    level: 50,
    err: { type: 'database', statement: query, digest: '3201759058' },
  });
  expect(lines.join('')).not.toContain('ses_of_somebody');
  expect(printed).toEqual([]);
});

test('an error of a page keeps its words and its digest', () => {
  framework.error(Object.assign(new TypeError('no such figure'), { digest: '7' }));
  const { err } = JSON.parse(lines.join(''));
  expect(err).toMatchObject({ type: 'TypeError', message: 'no such figure', digest: '7' });
});

test('words without an error are printed as they are', () => {
  framework.error('The port is taken.');
  expect(lines).toEqual([]);
  expect(printed).toEqual([['The port is taken.']]);
});
