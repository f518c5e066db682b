/**
 * The number of confirmations that each of BTCPay's speed policies requires. A payment needs at
 * least one confirmation here, so HighSpeed requires one too.
 */
export const SPEED_POLICIES = {
  HighSpeed: 1,
  MediumSpeed: 1,
  LowMediumSpeed: 2,
  LowSpeed: 6,
} as const;

export type SpeedPolicy = keyof typeof SPEED_POLICIES;

export const speedPolicyNames = Object.keys(SPEED_POLICIES) as [SpeedPolicy, ...SpeedPolicy[]];

/** BTCPay's own defaults for options that a plugin omits. */
export const STORE_DEFAULTS = {
  speedPolicy: 'MediumSpeed',
  expirationMinutes: 15,
  monitoringMinutes: 1_440,
  paymentTolerance: 0,
} as const;
