/** The roles of a member, from the one that may do most. */
export const ROLES = ['owner', 'member', 'viewer'] as const;

export type Role = (typeof ROLES)[number];

/** What each role may do, as shown where a role is chosen. */
export const ROLE_MEANINGS: Readonly<Record<Role, string>> = {
  owner: 'Everything: API keys, team and settings too',
  member: 'Create and cancel payments, resend webhooks',
  viewer: 'Look at payments, webhooks and keys, change nothing',
};
