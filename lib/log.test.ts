import { DrizzleQueryError } from 'drizzle-orm/errors';
import { expect, test } from 'vitest';
import { loggableError } from './log';

test('if a database query fails while a page is rendered, the statement is logged without its parameters', () => {
  const query = 'select id from user_session where id = $1';
  const failed = new DrizzleQueryError(query, ['ses_of_somebody'], new Error('away'));
  // Next.js passes the error together with the digest that the error page shows.
  const logged = loggableError(Object.assign(failed, { digest: '3201759058' }));
  expect(logged).toMatchObject({ type: 'database', statement: query, digest: '3201759058' });
  expect(JSON.stringify(logged)).not.toContain('ses_of_somebody');
});

test('a stack trace is logged if a statement is invalid, but not if the database is unreachable', () => {
  const failure = (reason: object) =>
    loggableError(
      new DrizzleQueryError('select 1', [], Object.assign(new Error('failed'), reason)),
    );
  expect(failure({ code: '42703', severity: 'ERROR' })).toHaveProperty('stack');
  expect(failure({ code: 'ECONNREFUSED', syscall: 'connect' })).toEqual({
    type: 'database',
    code: 'ECONNREFUSED',
    statement: 'select 1',
  });
});

test('a statement that fails because the disk is full is logged with this cause', () => {
  const reason = Object.assign(new Error('could not extend file "base/1/2"'), { code: '53100' });
  const logged = loggableError(new DrizzleQueryError('select 1', [], reason));
  expect(logged).toMatchObject({ code: '53100', message: 'The disk of the database is full.' });
});

test('a page’s error is logged with its message and its digest', () => {
  const logged = loggableError(Object.assign(new TypeError('no such figure'), { digest: '7' }));
  expect(logged).toMatchObject({ type: 'TypeError', message: 'no such figure', digest: '7' });
});
