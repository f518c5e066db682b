import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface OidcPerson {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  /** The methods with which the user proved their identity (RFC 8176). */
  readonly amr?: readonly string[];
}

export interface OidcServer {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The user who signs in next. */
  person: OidcPerson;
  close(): Promise<void>;
}

interface Grant {
  readonly person: OidcPerson;
  readonly nonce: string | null;
  readonly challenge: string | null;
}

const CLIENT = { clientId: 'blocktally', clientSecret: 'a client secret' };

/**
 * Starts a real OpenID Connect server (code flow with PKCE) that asks for no consent. It rejects a
 * used code, and a code without its verifier.
 */
export async function startOidcServer(): Promise<OidcServer> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const grants = new Map<string, Grant>();
  const state = { person: { sub: 'nobody' } as OidcPerson };

  const sign = (claims: object) => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const signed = `${part({ alg: 'RS256', kid: 'one' })}.${part(claims)}`;
    return `${signed}.${createSign('RSA-SHA256').update(signed).sign(privateKey, 'base64url')}`;
  };
  const token = (form: URLSearchParams) => {
    const grant = grants.get(form.get('code') ?? '');
    grants.delete(form.get('code') ?? '');
    const verifier = form.get('code_verifier') ?? '';
    if (grant?.challenge !== createHash('sha256').update(verifier).digest('base64url')) {
      return { status: 400, body: { error: 'invalid_grant' } };
    }
    const now = Math.floor(Date.now() / 1000);
    const who = { iss: issuer, aud: CLIENT.clientId, iat: now, exp: now + 60 };
    const id_token = sign({ ...who, ...grant.person, ...(grant.nonce && { nonce: grant.nonce }) });
    return { status: 200, body: { access_token: 'x', token_type: 'Bearer', id_token } };
  };
  const answer = async (request: IncomingMessage) => {
    const url = new URL(request.url ?? '/', issuer);
    if (url.pathname === '/jwks') {
      const key = { ...publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' };
      return { status: 200, body: { keys: [key] } };
    }
    if (url.pathname === '/token') return token(new URLSearchParams(await text(request)));
    if (url.pathname === '/authorize') {
      const asked = url.searchParams;
      const code = randomBytes(8).toString('hex');
      const challenge = asked.get('code_challenge');
      grants.set(code, { person: state.person, nonce: asked.get('nonce'), challenge });
      const back = new URL(asked.get('redirect_uri') ?? issuer);
      back.search = `${new URLSearchParams({ code, state: asked.get('state') ?? '' })}`;
      return { status: 302, location: back.href, body: {} };
    }
    return { status: 200, body: discovery(issuer) };
  };
  const server = createServer(async (request, response) => {
    const { status, body, ...rest } = await answer(request);
    const location = 'location' in rest ? { location: rest.location } : {};
    response.writeHead(status, { 'content-type': 'application/json', ...location });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(state, {
    ...CLIENT,
    issuer,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
}

function discovery(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
  };
}
