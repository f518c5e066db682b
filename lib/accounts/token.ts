import { createHash, randomBytes } from 'node:crypto';

/** Returns a new secret for a link or cookie. Its 256 random bits need no salt in the hash. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
