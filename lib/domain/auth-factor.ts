export const AUTH_FACTORS = [
  'password',
  'provider',
  'provider_mfa',
  'totp',
  'recovery_code',
  'passkey',
] as const;

/**
 * `provider_mfa`: the provider itself checked more than one factor. A passkey counts as two
 * factors, because it verifies its user.
 */
export type AuthFactor = (typeof AUTH_FACTORS)[number];

/** Whether a sign-in with this factor needs a second one. */
export function isSingleFactor(factor: AuthFactor): boolean {
  return factor === 'password' || factor === 'provider';
}

export const AUTH_FACTOR_PHRASES: Readonly<Record<AuthFactor, string>> = {
  password: 'with a password',
  provider: 'with a provider',
  provider_mfa: 'with a provider that checked a second factor',
  totp: 'with a code of an authenticator app',
  recovery_code: 'with a recovery code',
  passkey: 'with a passkey',
};
