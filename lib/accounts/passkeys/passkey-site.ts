import { isIP } from 'node:net';
import { Problem } from '@/lib/domain/problems';

/** The host and origin to which passkeys are bound (WebAuthn: RP ID and origin). */
export interface PasskeySite {
  /** The host, to which a passkey stays bound permanently. */
  readonly rpId: string;
  readonly origin: string;
}

/**
 * Returns the host and origin for passkeys, which depend only on APP_URL and not on the request.
 * Returns undefined without https or with an IP address, where browsers do not support passkeys.
 */
export function passkeySite({ protocol, hostname, origin }: URL): PasskeySite | undefined {
  const isSecure = protocol === 'https:' || hostname === 'localhost';
  if (!isSecure || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return undefined;
  return { rpId: hostname, origin };
}

/** Like {@link passkeySite}. @throws Problem `forbidden` where browsers do not support passkeys */
export function requirePasskeySite(appUrl: URL): PasskeySite {
  const site = passkeySite(appUrl);
  if (site) return site;
  throw new Problem(
    'forbidden',
    'Passkeys need an address with https and a host name. The operator sets it in APP_URL.',
  );
}
