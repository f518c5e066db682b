import { randomBytes } from 'node:crypto';
import { argon2id, argon2Verify } from 'hash-wasm';
import { passwordComplaint } from '@/lib/domain/password';
import { Problem } from '@/lib/domain/problems';

/** OWASP's Password Storage Cheat Sheet for Argon2id: 19 MiB, two passes, one lane. */
const COST = { memorySize: 19_456, iterations: 2, parallelism: 1 } as const;

/** Matches no password: for an unknown user the check takes as long as for a known one. */
const UNMATCHABLE =
  '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

/** Argon2id (RFC 9106) in its encoded form, with a random salt of 16 bytes. */
export async function hashPassword(password: string): Promise<string> {
  return argon2id({
    ...COST,
    password: password.normalize('NFKC'),
    salt: randomBytes(16),
    hashLength: 32,
    outputType: 'encoded',
  });
}

/** Whether a password matches a hash; without a hash false, after the same work. */
export async function passwordFits(password: string, hash: string | null): Promise<boolean> {
  if (password === '') return false;
  return argon2Verify({ password: password.normalize('NFKC'), hash: hash ?? UNMATCHABLE });
}

/**
 * Checks and hashes a new password.
 *
 * @throws Problem `invalid_request` when it is too easy to guess
 */
export async function hashNewPassword(password: string, email: string): Promise<string> {
  const message = passwordComplaint(password, email);
  if (message === undefined) return hashPassword(password);
  throw new Problem('invalid_request', message, {
    errors: [{ pointer: 'password', code: 'password_too_weak', message }],
  });
}
