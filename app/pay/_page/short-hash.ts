import { createHash } from 'node:crypto';

/** Returns 16 characters, for tags and file names. */
export function shortHash(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 16);
}
