import { isEncodedUrl, parseUrl } from './parse-url';

/** A host name, or the folder of a Unix socket, which begins with a slash. */
interface DatabaseHost {
  readonly hostname: string;
  readonly port: number;
}

interface DatabaseUrl {
  /** Tried in order. If empty, the driver uses its default. */
  readonly hosts: readonly DatabaseHost[];
  /** The whole URL with localhost in place of the hosts. */
  readonly rest: URL;
}

const FORM = /^postgres(?:ql)?:\/\/([^/?#]*@)?([^/?#@]*)([/?].*)?$/;
const SOCKET = /^(%2f[^:]*)(?::(\d+))?$/i;
export const DATABASE_PORT = 5432;

/**
 * Reads a database URL as libpq does. A Unix socket's folder is percent-encoded in place of the
 * host, or is the parameter `host`.
 * https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING-URIS
 *
 * @returns undefined if the text is not a database URL
 */
export function readDatabaseUrl(text: string): DatabaseUrl | undefined {
  const [, user = '', named, path = ''] = FORM.exec(text) ?? [];
  const rest = parseUrl(`postgres://${user}localhost${path}`);
  if (named === undefined || !rest || !isEncodedUrl(text, '?')) return undefined;
  const place = takeSocket(rest.searchParams) ?? named;
  const read = place === '' ? [] : place.split(',').map(hostOf);
  const hosts = read.filter((host) => host !== undefined);
  // The driver accepts one socket or several hosts, but not both.
  const isMixed = hosts.length > 1 && hosts.some(isSocket);
  return hosts.length === read.length && !isMixed ? { hosts, rest } : undefined;
}

/** Parameters that a client interprets. PostgreSQL itself refuses them as unknown. */
const CLIENT_PARAMETERS = new Set(
  `ssl sslmode sslrootcert sslcompression sslsni sslcrl sslcrldir sslcertmode uselibpqcompat
  ssl_min_protocol_version ssl_max_protocol_version min_protocol_version max_protocol_version
  channel_binding require_auth requirepeer passfile gssencmode gsslib gssdelegation krbsrvname
  load_balance_hosts fallback_application_name keepalives keepalives_idle keepalives_interval
  keepalives_count tcp_user_timeout`.split(/\s+/),
);

export function dropClientParameters(parameters: URLSearchParams): void {
  for (const name of [...parameters.keys()]) {
    if (CLIENT_PARAMETERS.has(name)) parameters.delete(name);
  }
}

export const isSocket = ({ hostname }: DatabaseHost): boolean => hostname.startsWith('/');

/**
 * Removes the parameters of a Unix socket, and returns them in the form of a host; undefined if
 * there is no socket.
 */
function takeSocket(parameters: URLSearchParams): string | undefined {
  const folder = parameters.get('host');
  if (!folder?.startsWith('/')) return undefined;
  const port = parameters.get('port') ?? DATABASE_PORT;
  parameters.delete('host');
  parameters.delete('port');
  return `${encodeURIComponent(folder)}:${port}`;
}

/**
 * Parses the host as part of a web URL, because the URL parser checks the name and the port. The
 * parser drops port 80, the default of http.
 */
function hostOf(text: string): DatabaseHost | undefined {
  const [, folder, socketPort = DATABASE_PORT] = SOCKET.exec(text) ?? [];
  if (folder) return { hostname: decodeURIComponent(folder), port: Number(socketPort) };
  const url = parseUrl(`http://${text}`);
  const port = url?.port || (text.endsWith(':80') ? 80 : DATABASE_PORT);
  return url && { hostname: url.hostname, port: Number(port) };
}
