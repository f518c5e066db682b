import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Encrypts secrets that the server must read again. Each encrypted text is bound to its owner (the
 * id of its row), so a copy in another row cannot be decrypted.
 */
export interface Vault {
  seal(plain: string, ownerId: string): string;
  /** @throws Error when the text was changed, or sealed for another owner or under another key */
  open(sealed: string, ownerId: string): string;
}

const VERSION = 'v1';
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Returns a vault whose key is derived (HKDF-SHA-256) from the server's secret key. It uses
 * AES-256-GCM with a random nonce, and with the version and the owner as additional authenticated
 * data (NIST SP 800-38D).
 *
 * @throws RangeError when the key is not 32 bytes
 */
export function openVault(secretKey: Uint8Array): Vault {
  if (secretKey.length !== 32) throw new RangeError('the secret key must be 32 bytes');
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'blocktally vault v1', 32));
  return {
    seal(plain, ownerId) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(boundTo(ownerId));
      const parts = [nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()];
      return `${VERSION}.${Buffer.concat(parts).toString('base64url')}`;
    },
    open: (sealed, ownerId) => decrypt(key, sealed, boundTo(ownerId)),
  };
}

function boundTo(ownerId: string): Buffer {
  return Buffer.from(`${VERSION} ${ownerId}`);
}

function decrypt(key: Buffer, sealed: string, additional: Buffer): string {
  const [version, text] = sealed.split('.');
  const bytes = Buffer.from(text ?? '', 'base64url');
  if (version !== VERSION || bytes.length < NONCE_BYTES + TAG_BYTES) throw unreadable();
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const body = bytes.subarray(NONCE_BYTES, -TAG_BYTES);
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(additional)
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
  } catch {
    throw unreadable();
  }
}

function unreadable(): Error {
  return new Error(
    'A stored secret cannot be decrypted with this SECRET_KEY. Start the server with the key that encrypted it. If the key is the right one, the secret was changed or moved in the database: rotate it.',
  );
}
