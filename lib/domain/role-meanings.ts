import type { Role } from './roles';

export const ROLE_MEANINGS: Readonly<Record<Role, string>> = {
  owner: 'Everything: API keys, team and settings too',
  member: 'Create and cancel payments, resend webhooks',
  viewer: 'Look at payments, webhooks and keys, change nothing',
};
