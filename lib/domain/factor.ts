/** What a user can prove their identity with. */
export const FACTORS = [
  'password',
  'provider',
  'provider_mfa',
  'totp',
  'recovery_code',
  'passkey',
] as const;

/**
 * `provider_mfa` is a provider that has itself checked more than one factor. A passkey verifies its
 * user, so it counts as two as well.
 */
export type Factor = (typeof FACTORS)[number];

/** Whether a factor is the only one that its sign-in has checked. */
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
