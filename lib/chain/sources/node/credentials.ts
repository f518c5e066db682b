import { readFile } from 'node:fs/promises';
import { basicAuthorization } from '@/lib/net/basic-authorization';
import { SourceError } from '../../source';
import { credentialsFault } from '../http-faults';

export type Authorization = { readonly authorization?: string };

/** The user and password for a node. */
export interface Credentials {
  /** @throws SourceError when the cookie file cannot be read */
  header(): Promise<Authorization>;
  /** Called after a 401 to `refused`. Returns the header to try next; undefined without another. */
  renew(refused: Authorization): Promise<Authorization | undefined>;
  /** The fault of a node that refuses them. */
  readonly fault: SourceError;
}

/** @param cookieFile the node writes a new user and password into this file at every start */
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
