import { MAX_PASSWORD_LENGTH, passwordComplaint } from '@/lib/domain/password';
import { invalidField } from '@/lib/domain/problems';
import { oncePerProcess, setProcessValue } from '@/lib/once-per-process';
import { hashText, matchesHash } from './argon2';
import { PasswordThread } from './password-thread';

/** Matches no password. A check against it makes sign-ins of unknown users equally slow. */
const UNMATCHABLE =
  '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

const THREAD = 'password thread';

/**
 * Moves password hashing to a thread that runs `file`, the bundle of password-worker.ts. Servers
 * call this at their start; commands need no thread. The returned function ends the thread.
 */
export function startPasswordThread(file: URL): () => void {
  setProcessValue(THREAD, new PasswordThread(file));
  return () => setProcessValue(THREAD, undefined);
}

const thread = () => oncePerProcess<PasswordThread | undefined>(THREAD, () => undefined);

/**
 * Returns the Argon2id hash of a password in its encoded form (RFC 9106).
 *
 * @throws Problem `server_busy`
 */
export async function hashPassword(password: string): Promise<string> {
  const text = password.normalize('NFKC');
  return String(await (thread()?.perform({ text }) ?? hashText(text)));
}

/**
 * Whether a password matches a hash. Without a hash, returns false after the same amount of work.
 *
 * @throws Problem `server_busy`
 */
export async function matchesPassword(password: string, hash: string | null): Promise<boolean> {
  if (password === '') return false;
  // NFKC can make a text 18 times as long, so the text is cut before it is normalized.
  const text = password.slice(0, MAX_PASSWORD_LENGTH * 2).normalize('NFKC');
  const known = hash ?? UNMATCHABLE;
  return (await (thread()?.perform({ text, hash: known }) ?? matchesHash(text, known))) === true;
}

/**
 * Checks a new password and returns its hash.
 *
 * @throws Problem `invalid_request` when the password is too easy to guess; `server_busy`
 */
export async function hashNewPassword(password: string, email: string): Promise<string> {
  const message = passwordComplaint(password, email);
  if (message === undefined) return hashPassword(password);
  throw invalidField('password', 'password_too_weak', message);
}
