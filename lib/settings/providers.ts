export interface ProviderSetting {
  readonly id: 'github' | 'google' | 'oidc';
  readonly name: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The URL of an OpenID Connect server; absent for a built-in provider. */
  readonly issuer?: string;
}

interface Variables {
  readonly AUTH_GITHUB_ID?: string | undefined;
  readonly AUTH_GITHUB_SECRET?: string | undefined;
  readonly AUTH_GOOGLE_ID?: string | undefined;
  readonly AUTH_GOOGLE_SECRET?: string | undefined;
  readonly AUTH_OIDC_ISSUER?: URL | undefined;
  readonly AUTH_OIDC_ID?: string | undefined;
  readonly AUTH_OIDC_SECRET?: string | undefined;
  readonly AUTH_OIDC_NAME: string;
}

/** @throws Error with the missing variable of a provider that is only partly configured */
export function providerSettings(v: Variables): ProviderSetting[] {
  const github = pair('AUTH_GITHUB', v.AUTH_GITHUB_ID, v.AUTH_GITHUB_SECRET);
  const google = pair('AUTH_GOOGLE', v.AUTH_GOOGLE_ID, v.AUTH_GOOGLE_SECRET);
  const oidc = pair('AUTH_OIDC', v.AUTH_OIDC_ID, v.AUTH_OIDC_SECRET);
  const issuer = v.AUTH_OIDC_ISSUER?.href.replace(/\/$/, '');
  if (oidc && issuer === undefined) throw new Error('AUTH_OIDC_ID needs AUTH_OIDC_ISSUER too');
  if (!oidc && issuer !== undefined) throw new Error('AUTH_OIDC_ISSUER needs AUTH_OIDC_ID too');
  return [
    ...(github ? [{ ...github, id: 'github' as const, name: 'GitHub' }] : []),
    ...(google ? [{ ...google, id: 'google' as const, name: 'Google' }] : []),
    ...(oidc && issuer !== undefined
      ? [{ ...oidc, id: 'oidc' as const, name: v.AUTH_OIDC_NAME, issuer }]
      : []),
  ];
}

function pair(name: string, clientId: string | undefined, clientSecret: string | undefined) {
  if (clientId !== undefined && clientSecret !== undefined) return { clientId, clientSecret };
  if (clientId !== undefined) throw new Error(`${name}_ID needs ${name}_SECRET too`);
  if (clientSecret !== undefined) throw new Error(`${name}_SECRET needs ${name}_ID too`);
  return undefined;
}
