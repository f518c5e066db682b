import { MAX_PASSWORD_LENGTH, passwordComplaint } from '@/lib/domain/password';
import { invalidField } from '@/lib/domain/problems';
import { runTask } from '@/lib/threads/run-task';

/** Matches no password: for an unknown user the check takes as long as for a known one. */
const UNMATCHABLE =
  '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

/**
 * Argon2id (RFC 9106) in its encoded form, hashed on another thread.
 *
 * @throws Problem `server_busy`
 */
export async function hashPassword(password: string): Promise<string> {
  return inTime(await runTask('hashText', password.normalize('NFKC')));
}

/**
 * Whether a password matches a hash; without a hash false, after the same work.
 *
 * @throws Problem `server_busy`
 */
export async function passwordFits(password: string, hash: string | null): Promise<boolean> {
  if (password === '') return false;
  // NFKC can make a text 18 times as long, so the text is cut first.
  const text = password.slice(0, MAX_PASSWORD_LENGTH * 2).normalize('NFKC');
  return inTime(await runTask('fitsHash', { text, hash: hash ?? UNMATCHABLE }));
}

function inTime<T>(result: T | undefined): T {
  if (result === undefined) throw new Error('a password was not hashed in time');
  return result;
}

/**
 * Checks and hashes a new password.
 *
 * @throws Problem `invalid_request` when it is too easy to guess, `server_busy`
 */
export async function hashNewPassword(password: string, email: string): Promise<string> {
  const message = passwordComplaint(password, email);
  if (message === undefined) return hashPassword(password);
  throw invalidField('password', 'password_too_weak', message);
}
