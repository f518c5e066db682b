import { createHash, randomBytes } from 'node:crypto';

/**
 * Returns a new secret for a link or a cookie. It has 256 random bits, so its hash needs no salt.
 */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
