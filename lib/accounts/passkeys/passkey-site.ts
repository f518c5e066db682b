import { isIP } from 'node:net';
import { Problem } from '@/lib/domain/problems';

/** What passkeys are bound to (WebAuthn: RP ID and origin). */
export interface PasskeySite {
  /** The host. A passkey stays bound to it permanently. */
  readonly rpId: string;
  readonly origin: string;
}

/**
 * Returns what passkeys are bound to, which depends on APP_URL and never on a request; undefined
 * where browsers have no passkeys: without https, and on an IP address.
 */
export function passkeySite({ protocol, hostname, origin }: URL): PasskeySite | undefined {
  const isSecure = protocol === 'https:' || hostname === 'localhost';
  if (!isSecure || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return undefined;
  return { rpId: hostname, origin };
}

/** @throws Problem `forbidden` where browsers have no passkeys */
export function requirePasskeySite(appUrl: URL): PasskeySite {
  const site = passkeySite(appUrl);
  if (site) return site;
  throw new Problem(
    'forbidden',
    'Passkeys need an address with https and a host name. The operator sets it in APP_URL.',
  );
}
