/** The ways in which a user can prove their identity. */
export const FACTORS = [
  'password',
  'provider',
  'provider_mfa',
  'totp',
  'recovery_code',
  'passkey',
] as const;

/**
 * `provider_mfa` means that the provider itself has checked more than one factor. A passkey
 * verifies its user, so it counts as two factors too.
 */
export type Factor = (typeof FACTORS)[number];

/** Whether a sign-in with this factor has checked only one factor. */
export function isFirstFactor(factor: Factor): boolean {
  return factor === 'password' || factor === 'provider';
}

/** A factor as the audit log names it, after "signed in". */
export const FACTOR_WORDS: Readonly<Record<Factor, string>> = {
  password: 'with a password',
  provider: 'with a provider',
  provider_mfa: 'with a provider that checked a second factor',
  totp: 'with a code of an authenticator app',
  recovery_code: 'with a recovery code',
  passkey: 'with a passkey',
};
