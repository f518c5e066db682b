import { createHash, randomBytes } from 'node:crypto';

/** Creates a secret for a link or a cookie: 256 random bits, so its hash needs no salt. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
