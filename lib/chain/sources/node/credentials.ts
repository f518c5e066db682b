import { readFile } from 'node:fs/promises';
import { basicAuthorization } from '@/lib/net/basic-authorization';
import { SourceError } from '../../source';
import { credentialsFault } from '../http-faults';

export type Authorization = { readonly authorization?: string };

export interface Credentials {
  /** @throws SourceError when the cookie file cannot be read */
  header(): Promise<Authorization>;
  /**
   * Call this after the node rejected `refused` with a 401. Returns the header to try next;
   * undefined if there is no other.
   */
  renew(refused: Authorization): Promise<Authorization | undefined>;
  /** The fault to report when the node rejects all credentials. */
  readonly fault: SourceError;
}

/** @param cookieFile the file into which the node writes a new user and password at every start */
export function nodeCredentials(url: URL, cookieFile: string | undefined): Credentials {
  if (cookieFile === undefined) {
    const own = basicAuthorization(url);
    return {
      header: async () => own,
      renew: async () => undefined,
      get fault() {
        return credentialsFault('node', url);
      },
    };
  }
  let known: Authorization | undefined;
  const read = async () => {
    const cookie = await readCookie(cookieFile);
    known = { authorization: `Basic ${Buffer.from(cookie).toString('base64')}` };
    return known;
  };
  return {
    header: async () => known ?? read(),
    async renew(refused) {
      const next = await read();
      return next.authorization === refused.authorization ? undefined : next;
    },
    get fault() {
      return new SourceError(
        'unauthorized',
        'the node rejects the user and password in its cookie file',
      );
    },
  };
}

async function readCookie(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const todo = TODO[`${code}`] ?? 'check its path';
    throw new SourceError(
      'no_credentials',
      `the node’s cookie file cannot be read (${code}): ${todo}`,
      { cause },
    );
  }
}

const TODO: Readonly<Record<string, string>> = {
  ENOENT: 'start the node, which writes the file, or correct the path',
  EACCES: 'let this server’s user read it, as with rpccookieperms=group in bitcoin.conf',
};
