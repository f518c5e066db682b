import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts recoverable secrets for the database; they are in clear only in memory. */
export interface Vault {
  seal(plain: string): string;
  /** @throws Error when the text was changed or encrypted under another key */
  open(sealed: string): string;
}

const VERSION = 'v1';
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * A vault under the server's secret key: AES-256-GCM with a random nonce. Its key is derived
 * (HKDF-SHA-256), so that the same secret can serve other purposes too.
 *
 * @throws RangeError when the key is not 32 bytes
 */
export function openVault(secretKey: Uint8Array): Vault {
  if (secretKey.length !== 32) throw new RangeError('the secret key must be 32 bytes');
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'blocktally vault v1', 32));
  return {
    seal(plain) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(VERSION));
      const parts = [nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()];
      return `${VERSION}.${Buffer.concat(parts).toString('base64url')}`;
    },
    open(sealed) {
      const [version, text] = sealed.split('.');
      const bytes = Buffer.from(text ?? '', 'base64url');
      if (version !== VERSION || bytes.length < NONCE_BYTES + TAG_BYTES) throw unreadable();
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const body = bytes.subarray(NONCE_BYTES, -TAG_BYTES);
      const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(VERSION))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
      } catch {
        throw unreadable();
      }
    },
  };
}

function unreadable(): Error {
  return new Error(
    'A stored secret cannot be decrypted with this SECRET_KEY. Start the server with the key that encrypted it.',
  );
}
