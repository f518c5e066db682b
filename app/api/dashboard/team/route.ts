import type { TeamAnswer } from '@/app/dashboard/_data/people-answers';
import { listInvitations } from '@/lib/accounts/list-invitations';
import { listMembers } from '@/lib/accounts/list-members';
import { dashboardGet } from '@/lib/http/adapt-dashboard';
import { noFields } from '@/lib/http/read-input';

export const GET = dashboardGet(noFields, async ({ api, actor, now }) => {
  const members = await listMembers(api.db, actor);
  const invitations = await listInvitations(api.db, actor);
  return {
    members: members.map((member) => ({
      user_id: member.userId,
      email: member.email,
      role: member.role,
      joined_at: member.joinedAt.toISOString(),
      last_seen_at: member.lastSeenAt?.toISOString() ?? null,
      self: member.userId === actor.userId,
    })),
    invitations: invitations.map((invitation) => ({
      id: invitation.id,
      email: invitation.email,
      role: invitation.role,
      invited_by: invitation.invitedBy,
      created_at: invitation.createdAt.toISOString(),
      expires_at: invitation.expiresAt.toISOString(),
      expired: invitation.expiresAt <= now,
    })),
    can: { administer: actor.role === 'owner' },
  } satisfies TeamAnswer;
});
