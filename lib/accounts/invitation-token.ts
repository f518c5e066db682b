import { createHash, randomBytes } from 'node:crypto';

/** What an invitation's link ends in: 256 random bits, so its hash needs no salt. */
export function newInvitationToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What the database keeps of it. */
export function hashInvitationToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
