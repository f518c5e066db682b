import { createHash } from 'node:crypto';

/** What the database keeps of a key: its SHA-256, hex. A key's 178 bits need no slow hash. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
