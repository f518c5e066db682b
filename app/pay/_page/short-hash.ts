import { createHash } from 'node:crypto';

/** 16 characters that name a content. */
export function shortHash(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 16);
}
