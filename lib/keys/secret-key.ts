import { hkdfSync, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the server's secret key from the data folder: 32 bytes, generated on the first call.
 * Processes that start concurrently all get the key that one of them stored first.
 *
 * @throws Error when the file does not hold a key
 */
export function loadSecretKey(dataDir: string): Uint8Array {
  const path = join(dataDir, 'secret-key');
  const text = read(path) ?? create(dataDir, path);
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== 32) {
    throw new Error(
      `${path} does not hold 32 bytes in base64. Put the file back from a backup, or set SECRET_KEY.`,
    );
  }
  return new Uint8Array(key);
}

/** Returns the key of session cookies, derived (HKDF-SHA-256, RFC 5869) from the secret key. */
export function sessionSecret(secretKey: Uint8Array): string {
  return Buffer.from(hkdfSync('sha256', secretKey, '', 'blocktally sessions v1', 32)).toString(
    'base64url',
  );
}

/**
 * Returns the token that SIGN_UP=first requires, 128 bits in hexadecimal. Servers that share a
 * secret key derive the same token at every start.
 */
export function setupToken(secretKey: Uint8Array): string {
  return Buffer.from(hkdfSync('sha256', secretKey, '', 'blocktally setup v1', 16)).toString('hex');
}

/**
 * Creates the file as a hard link to a complete draft, so no process reads an incomplete file. If
 * the file exists, it is kept.
 */
function create(dataDir: string, path: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(path, 'utf8');
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
