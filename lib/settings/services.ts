import { DATABASE_PORT, isSocket, readDatabaseUrl } from '@/lib/domain/database-url';
import { parseUrl } from '@/lib/domain/parse-url';

export interface ServiceAddress {
  readonly hostname: string;
  readonly port: number;
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = {
  'http:': 80,
  'https:': 443,
  'ws:': 80,
  'wss:': 443,
  'smtp:': 587,
  'smtps:': 465,
};

export function toServiceAddresses(
  database: string,
  urls: readonly (string | undefined)[],
): readonly ServiceAddress[] {
  const others = urls.flatMap((text) => {
    const url = parseUrl(text ?? '');
    if (!url) return [];
    const { hostname, port, protocol } = url;
    return [{ hostname, port: Number(port) || (DEFAULT_PORTS[protocol] ?? 0) }];
  });
  return [...databaseServices(database), ...others];
}

/**
 * Returns the servers in a database URL. For a socket or the driver's default, returns the address
 * on this machine, because the database may listen there too.
 */
function databaseServices(url: string): readonly ServiceAddress[] {
  const { hosts = [] } = readDatabaseUrl(url) ?? {};
  if (hosts.length === 0) return [{ hostname: 'localhost', port: DATABASE_PORT }];
  return hosts.map((host) => (isSocket(host) ? { ...host, hostname: 'localhost' } : host));
}
