import { z } from 'zod';

interface Host {
  readonly hostname: string;
  readonly port: number;
}

const FORM = /^postgres(?:ql)?:\/\/(?:([^/?#]*)@)?([^/?#@]*)(?:[/?]|$)/;
const DEFAULT_PORT = 5432;

/**
 * The hosts of a database's URL, which may name several with commas between. Without one the driver
 * asks this machine, also where the URL names a socket of the file system.
 *
 * @returns undefined for what is not such a URL
 */
export function databaseHosts(url: string): Host[] | undefined {
  const [, user = '', hosts] = FORM.exec(url) ?? [];
  if (hosts === undefined || !isEncoded(user)) return undefined;
  if (hosts === '') return [{ hostname: 'localhost', port: DEFAULT_PORT }];
  // Read as those of the web: their hosts and ports are checked.
  const webUrls = hosts.split(',').map((host) => `http://${host}`);
  if (!webUrls.every((one) => URL.canParse(one))) return undefined;
  return webUrls.map((one) => {
    const { hostname, port } = new URL(one);
    return { hostname, port: port === '' ? portOf(one) : Number(port) };
  });
}

/** A URL does not say the port 80, which is that of the web. */
const portOf = (webUrl: string) => (webUrl.endsWith(':80') ? 80 : DEFAULT_PORT);

function isEncoded(text: string): boolean {
  try {
    return decodeURIComponent(text) !== undefined;
  } catch {
    return false;
  }
}

/** The setting: a URL that the driver can read. */
export const databaseUrl = (missing: string) =>
  z.string({ error: missing }).refine((text) => databaseHosts(text) !== undefined, {
    error:
      'must be a postgres:// URL, with the special characters of its user and password percent-encoded (# as %23, % as %25)',
  });
