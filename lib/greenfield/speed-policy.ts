/**
 * BTCPay's speed policies by required confirmations. A payment here needs at least one
 * confirmation, so HighSpeed waits for the first.
 */
export const SPEED_POLICIES = {
  HighSpeed: 1,
  MediumSpeed: 1,
  LowMediumSpeed: 2,
  LowSpeed: 6,
} as const;

export type SpeedPolicy = keyof typeof SPEED_POLICIES;

export const speedPolicyNames = Object.keys(SPEED_POLICIES) as [SpeedPolicy, ...SpeedPolicy[]];

/** The values of options that a plugin omits: BTCPay's own defaults. */
export const STORE_DEFAULTS = {
  speedPolicy: 'MediumSpeed',
  expirationMinutes: 15,
  monitoringMinutes: 1_440,
  paymentTolerance: 0,
} as const;
