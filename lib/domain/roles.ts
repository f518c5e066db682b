/** The roles of a member, most powerful first. */
export const ROLES = ['owner', 'member', 'viewer'] as const;

export type Role = (typeof ROLES)[number];

/** What each role may do, shown next to the choice of a role. */
export const ROLE_MEANINGS: Readonly<Record<Role, string>> = {
  owner: 'Everything: API keys, team and settings too',
  member: 'Create and cancel payments, resend webhooks',
  viewer: 'Look at payments, webhooks and keys, change nothing',
};
