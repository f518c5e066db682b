/**
 * The confirmations that each of BTCPay's speed policies requires. HighSpeed requires one too,
 * because every payment here needs at least one.
 */
export const SPEED_POLICIES = {
  HighSpeed: 1,
  MediumSpeed: 1,
  LowMediumSpeed: 2,
  LowSpeed: 6,
} as const;

export type SpeedPolicy = keyof typeof SPEED_POLICIES;

export const speedPolicyNames = Object.keys(SPEED_POLICIES) as [SpeedPolicy, ...SpeedPolicy[]];

export const STORE_DEFAULTS = {
  speedPolicy: 'MediumSpeed',
  expirationMinutes: 15,
  monitoringMinutes: 1_440,
  paymentTolerance: 0,
} as const;
