import { Secret, TOTP } from 'otpauth';

const PERIOD_SECONDS = 30;
/** RFC 4226 section 4 recommends 160 bits. */
const SECRET_BYTES = 20;
/** Number of time steps by which a phone's clock may be ahead or behind (RFC 6238 section 5.2). */
const MAX_DRIFT = 1;

/** Returns a new shared secret, in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** Returns the URI that an authenticator app reads from a QR code. */
export function totpUri(secret: string, email: string): string {
  return totp(secret, email).toString();
}

export function totpCode(secret: string, at: Date): string {
  return totp(secret).generate({ timestamp: at.getTime() });
}

/** Returns the time step to which a code belongs (RFC 6238); undefined for a wrong code. */
export function totpStep(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const drift = totp(secret).validate({ token: code, timestamp, window: MAX_DRIFT });
  if (drift === null) return undefined;
  return Math.floor(timestamp / 1000 / PERIOD_SECONDS) + drift;
}

function totp(secret: string, label = ''): TOTP {
  const options = { algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS };
  return new TOTP({ ...options, issuer: 'Blocktally', label, secret: Secret.fromBase32(secret) });
}
