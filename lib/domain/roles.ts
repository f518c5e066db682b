/** The roles of a member, most powerful first. */
export const ROLES = ['owner', 'member', 'viewer'] as const;

export type Role = (typeof ROLES)[number];

/** Whether a role may change payments, payment links and deliveries. */
export function canChange(role: Role): boolean {
  return role !== 'viewer';
}

/** Whether a role may change API keys, the team and settings. */
export function canAdminister(role: Role): boolean {
  return role === 'owner';
}

/** Whether a role may see a wallet's keys, from which all of its addresses can be derived. */
export function canSeeWholeWallet(role: Role): boolean {
  return role !== 'viewer';
}
