interface Provider {
  readonly id: string;
  readonly issuer?: string;
}

/**
 * Returns the name under which the identities of a provider are stored. The id of a user (`sub`) is
 * unique only within its issuer (OpenID Connect Core 5.7).
 */
export function identityProviderName({ id, issuer }: Provider): string {
  return issuer === undefined ? id : `${id} ${issuer}`;
}
