import { z } from 'zod';
import { isPercentEncoded, parseUrl } from '@/lib/domain/parse-url';

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
  if (hosts === undefined || !isPercentEncoded(user)) return undefined;
  if (hosts === '') return [{ hostname: 'localhost', port: DEFAULT_PORT }];
  const read = hosts.split(',').map(hostOf);
  return read.every((host) => host !== undefined) ? read : undefined;
}

/** Read as a host of the web, whose name and port are checked, and whose URL omits the port 80. */
function hostOf(text: string): Host | undefined {
  const url = parseUrl(`http://${text}`);
  const port = url?.port || (text.endsWith(':80') ? 80 : DEFAULT_PORT);
  return url && { hostname: url.hostname, port: Number(port) };
}

/** The setting: a URL that the driver can read. */
export const databaseUrl = (missing: string) =>
  z.string({ error: missing }).refine((text) => databaseHosts(text) !== undefined, {
    error:
      'must be a postgres:// URL, with the special characters of its user and password percent-encoded (# as %23, % as %25)',
  });
