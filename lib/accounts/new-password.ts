import { passwordComplaint } from '@/lib/domain/password';
import { Problem } from '@/lib/domain/problems';
import { hashPassword } from './hash-password';

/**
 * The hash of a password that someone chose.
 *
 * @throws Problem `invalid_request` when it is too easily guessed
 */
export async function hashNewPassword(password: string, email: string): Promise<string> {
  const message = passwordComplaint(password, email);
  if (message === undefined) return hashPassword(password);
  throw new Problem('invalid_request', message, {
    errors: [{ pointer: 'password', code: 'password_too_weak', message }],
  });
}
