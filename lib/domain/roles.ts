export const ROLES = ['owner', 'member', 'viewer'] as const;

export type Role = (typeof ROLES)[number];

export function canMakeChanges(role: Role): boolean {
  return role !== 'viewer';
}

export function canAdminister(role: Role): boolean {
  return role === 'owner';
}

/** Whether a role may see a wallet's keys, from which all of its addresses can be derived. */
export function canSeeWholeWallet(role: Role): boolean {
  return role !== 'viewer';
}
