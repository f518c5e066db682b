import { randomBytes } from 'node:crypto';
import { argon2id, argon2Verify } from 'hash-wasm';

/** Parameters of OWASP's Password Storage Cheat Sheet: 19 MiB, two passes, one lane. */
const COST = { memorySize: 19_456, iterations: 2, parallelism: 1 } as const;

/** Returns the encoded Argon2id hash of a text (RFC 9106), with a random 16-byte salt. */
export function hashText(text: string): Promise<string> {
  return argon2id({
    ...COST,
    password: text,
    salt: randomBytes(16),
    hashLength: 32,
    outputType: 'encoded',
  });
}

/** Whether an encoded hash was made from this text. @throws Error for a malformed hash */
export function matchesHash(text: string, hash: string): Promise<boolean> {
  return argon2Verify({ password: text, hash });
}
