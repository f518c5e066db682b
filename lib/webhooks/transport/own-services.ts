import ipaddr from 'ipaddr.js';
import { classifyAddress } from './address-class';

/** A server by its host name or address, as in a URL, and its port. */
export interface Service {
  readonly hostname: string;
  readonly port: number;
}

/** What belongs to this server, and is no endpoint of a merchant. */
export interface OwnServices {
  /** The port on which this server listens. */
  readonly port: number;
  /** Host of the public base URL: its addresses lead here, perhaps through a proxy or a NAT. */
  readonly publicHost: string;
  /** The database, the sources of chains, Inngest, the collector of traces. */
  readonly services: readonly Service[];
  /** The IP addresses of this machine. */
  readonly machine: () => readonly string[];
}

/** All addresses of a name; none without an answer. */
export type LookUp = (hostname: string) => Promise<readonly string[]>;

/** A web server serves many names behind these, such as a shop's, and anyone may ask it. */
export const WEB_PORTS: ReadonlySet<number> = new Set([80, 443]);

/** Whether a host and port name a service, as its setting spells them. */
export function isNamedService(hostname: string, port: number, { services }: OwnServices): boolean {
  return services.some((one) => one.port === port && bare(one.hostname) === bare(hostname));
}

/**
 * Whether connections to a port must be compared with {@link leadsToOwn}.
 *
 * @param onlyServices whether the other ports of this machine and of services' hosts are allowed
 */
export function mayLeadToOwn(port: number, own: OwnServices, onlyServices: boolean): boolean {
  return isPortClosed(port, own, onlyServices) || closedHosts(port, own, onlyServices).length > 0;
}

/**
 * Whether an address leads to this server or to a service that it uses. A connection that this
 * machine opens to itself passes no firewall, so it would reach ports that are closed to others.
 */
export async function leadsToOwn(
  addresses: readonly string[],
  port: number,
  own: OwnServices,
  onlyServices: boolean,
  lookUp: LookUp,
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

/** The hosts whose addresses must not be connected to at a port. */
function closedHosts(
  port: number,
  { services, publicHost }: OwnServices,
  onlyServices: boolean,
): string[] {
  if (WEB_PORTS.has(port)) return [];
  const hosts = onlyServices
    ? services.filter((service) => service.port === port).map(({ hostname }) => hostname)
    : [publicHost, ...services.map(({ hostname }) => hostname)];
  return [...new Set(hosts.map(bare))];
}

/** Without the brackets of an IPv6 literal, and the dot of a fully qualified name. */
function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$|\.$/g, '').toLowerCase();
}

/** One spelling of an address; an IPv4-mapped one is spelled as IPv4 (RFC 4291, 2.5.5.2). */
function canonical(address: string): string {
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : address;
}

/** Systems connect the unspecified address to themselves too. */
function isLoopback(address: string): boolean {
  return /^(loopback|unspecified)$/.test(classifyAddress(address)?.notPublic ?? '');
}
