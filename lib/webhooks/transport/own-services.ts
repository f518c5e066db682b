import ipaddr from 'ipaddr.js';
import { classifyAddress, extractNat64Ipv4 } from './address-class';

/** A service that this server uses. Its host name or address is written as in a URL. */
export interface OwnService {
  readonly hostname: string;
  readonly port: number;
}

/** Addresses of this server and its services, where no merchant's endpoint may be. */
export interface OwnServices {
  readonly port: number;
  /** The hosts of APP_URL, which lead to this server, perhaps through a proxy or NAT. */
  readonly publicHosts: readonly string[];
  /** The database, the chain sources, Inngest and the trace collector. */
  readonly services: readonly OwnService[];
  readonly machine: () => readonly string[];
}

/** Returns an empty list if the look-up fails. */
export type ResolveName = (hostname: string) => Promise<readonly string[]>;

/**
 * At these ports, webhooks may reach even the hosts of services. Web servers there may also host
 * other names, such as a shop's, and are public anyway.
 */
export const WEB_PORTS: ReadonlySet<number> = new Set([80, 443]);

/** Whether a host and port are exactly the ones in a service's setting. */
export function isNamedService(hostname: string, port: number, { services }: OwnServices): boolean {
  return services.some((one) => one.port === port && bare(one.hostname) === bare(hostname));
}

/**
 * Whether an onion service is this server or one of its services. Onion names have no addresses, so
 * the names are compared; subdomains lead to the same service.
 */
export function isOwnOnion(
  hostname: string,
  port: number,
  own: OwnServices,
  onlyServices: boolean,
): boolean {
  const onion = onionOf(hostname);
  const isService = own.services.some(
    (one) => one.port === port && onionOf(one.hostname) === onion,
  );
  const isPublic =
    isPortClosed(port, own, onlyServices) && own.publicHosts.map(onionOf).includes(onion);
  return isService || isPublic || closedHosts(port, own, onlyServices).map(onionOf).includes(onion);
}

/**
 * Whether connections to a port must be checked by {@link reachesOwnService}.
 *
 * @param onlyServices whether webhooks may reach the other ports of this machine and of the
 *   services' hosts
 */
export function needsOwnServiceCheck(
  port: number,
  own: OwnServices,
  onlyServices: boolean,
): boolean {
  return isPortClosed(port, own, onlyServices) || closedHosts(port, own, onlyServices).length > 0;
}

/**
 * Whether an address leads to this server or a service that it uses. Connections from this machine
 * to itself pass no firewall, and could reach ports that are closed to others.
 */
export async function reachesOwnService(
  addresses: readonly string[],
  port: number,
  own: OwnServices,
  onlyServices: boolean,
  lookUp: ResolveName,
): Promise<boolean> {
  const machine = new Set(own.machine().map(canonical));
  const isHere = (address: string) => machine.has(address) || isLoopback(address);
  const hosts = closedHosts(port, own, onlyServices);
  const found = await Promise.all(
    hosts.map((host) => (ipaddr.isValid(host) ? [host] : lookUp(host))),
  );
  const closed = new Set(found.flat().map(canonical));
  const closedHere = isPortClosed(port, own, onlyServices) || [...closed].some(isHere);
  return addresses
    .map(canonical)
    .some((address) => closed.has(address) || (closedHere && isHere(address)));
}

function isPortClosed(port: number, own: OwnServices, onlyServices: boolean): boolean {
  return port === own.port || !(onlyServices || WEB_PORTS.has(port));
}

/** Returns the hosts whose addresses webhooks must not reach at this port. */
function closedHosts(
  port: number,
  { services, publicHosts }: OwnServices,
  onlyServices: boolean,
): string[] {
  if (WEB_PORTS.has(port)) return [];
  const hosts = onlyServices
    ? services.filter((service) => service.port === port).map(({ hostname }) => hostname)
    : [...publicHosts, ...services.map(({ hostname }) => hostname)];
  return [...new Set(hosts.map(bare))];
}

/** Removes an IPv6 literal's brackets, and the dot at the end of a fully qualified name. */
function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$|\.$/g, '').toLowerCase();
}

const onionOf = (hostname: string) => bare(hostname).split('.').slice(-2).join('.');

/** IPv4-mapped (RFC 4291, 2.5.5.2) and NAT64 addresses become IPv4. */
function canonical(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const plain = ipaddr.process(address);
  return (extractNat64Ipv4(plain) ?? plain).toString();
}

/** The unspecified address counts too, because a connection to it reaches the same machine. */
function isLoopback(address: string): boolean {
  return /^(loopback|unspecified)$/.test(classifyAddress(address)?.notPublic ?? '');
}
