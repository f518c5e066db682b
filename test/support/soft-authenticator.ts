import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { AssertionResponse, RegistrationResponse } from '@/lib/accounts/passkeys/responses';

interface SigningRequest {
  readonly challenge: string;
}

interface Flaws {
  readonly origin?: string;
  readonly rpId?: string;
  /** False if the device did not check its user by fingerprint, face or PIN. */
  readonly userVerified?: boolean;
  /** By default, the next number. */
  readonly counter?: number;
  readonly userHandle?: string;
}

export interface SoftAuthenticator {
  readonly credentialId: string;
  /** Creates a passkey. The response has the attestation "none" (WebAuthn, section 8.7). */
  register(asked: SigningRequest, flaws?: Flaws): RegistrationResponse;
  assert(asked: SigningRequest, flaws?: Flaws): AssertionResponse;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** A simulated device with one passkey. Like a real device, it signs with a P-256 key. */
export function softAuthenticator(
  site: { readonly origin: string; readonly rpId: string },
  { counts = true }: { readonly counts?: boolean } = {},
): SoftAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  const credentialId = id.toString('base64url');
  let uses = 0;

  const authenticatorData = (flaws: Flaws, flags: number) => {
    const verified = flaws.userVerified === false ? 0 : USER_VERIFIED;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(flaws.counter ?? (counts ? uses : 0));
    return [
      sha256(flaws.rpId ?? site.rpId),
      Buffer.from([USER_PRESENT | verified | flags]),
      counter,
    ];
  };
  const clientData = (
    type: string,
    { challenge }: SigningRequest,
    { origin = site.origin }: Flaws,
  ) => Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const response = <R>(parts: R) => ({
    id: credentialId,
    rawId: credentialId,
    type: 'public-key' as const,
    clientExtensionResults: {},
    response: parts,
  });

  return {
    credentialId,
    register(asked, flaws = {}) {
      const idLength = Buffer.from([0, id.length]);
      const data = Buffer.concat([
        ...authenticatorData(flaws, HAS_CREDENTIAL),
        ...[Buffer.alloc(16), idLength, id, coseKey(x, y)],
      ]);
      return response({
        clientDataJSON: clientData('webauthn.create', asked, flaws).toString('base64url'),
        attestationObject: attestation(data).toString('base64url'),
        transports: ['internal'],
      });
    },
    assert(asked, flaws = {}) {
      uses += 1;
      const data = Buffer.concat(authenticatorData(flaws, 0));
      const client = clientData('webauthn.get', asked, flaws);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return response({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        ...(flaws.userHandle !== undefined && { userHandle: flaws.userHandle }),
      });
    },
  };
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

/** In CBOR: {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y} (RFC 9053, section 7.1.1). */
function coseKey(x: string, y: string): Buffer {
  const coordinate = (at: number, value: string) => [
    Buffer.from([at, 0x58, 32]),
    Buffer.from(value, 'base64url'),
  ];
  const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]);
  return Buffer.concat([head, ...coordinate(0x21, x), ...coordinate(0x22, y)]);
}

/** In CBOR: {"fmt": "none", "attStmt": {}, "authData": data}. */
function attestation(data: Buffer): Buffer {
  const text = (value: string) =>
    Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
  return Buffer.concat([
    ...[Buffer.from([0xa3]), text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0])],
    ...[text('authData'), Buffer.from([0x58, data.length]), data],
  ]);
}
