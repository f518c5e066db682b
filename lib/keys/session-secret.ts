import { hkdfSync } from 'node:crypto';

/** What sessions are encrypted with, derived (HKDF-SHA-256, RFC 5869) from the server's key. */
export function sessionSecret(secretKey: Uint8Array): string {
  return Buffer.from(hkdfSync('sha256', secretKey, '', 'blocktally sessions v1', 32)).toString(
    'base64url',
  );
}
