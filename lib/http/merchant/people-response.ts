import { z } from 'zod';
import type { OpenInvitation } from '@/lib/accounts/list-invitations';
import type { TeamMember } from '@/lib/accounts/list-members';
import type { Member } from '@/lib/domain/actor';
import { AUTH_FACTORS } from '@/lib/domain/auth-factor';
import { ROLES } from '@/lib/domain/roles';
import type { ResponseOf } from '../response';
import { moment } from '../response-fields';
import { serializeView } from '../serialize-view';

const memberSchema = z.strictObject({
  user_id: z.string(),
  name: z.string().nullable(),
  email: z.string(),
  role: z.enum(ROLES),
  joined_at: moment,
  last_seen_at: moment.nullable(),
  self: z.boolean().meta({ description: 'Whether this is the signed-in user.' }),
});
export type MemberResponse = ResponseOf<typeof memberSchema>;

const invitationSchema = z.strictObject({
  id: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  invited_by: z.string().meta({ description: 'Name or e-mail address.' }),
  expires_at: moment,
  expired: z.boolean(),
});
export type InvitationResponse = ResponseOf<typeof invitationSchema>;

export const teamSchema = z.strictObject({
  members: z.array(memberSchema),
  invitations: z.array(invitationSchema),
  can: z.strictObject({ administer: z.boolean() }),
  requires_factor: z.boolean().meta({ description: 'Whether members need a second factor.' }),
});
export type TeamResponse = ResponseOf<typeof teamSchema>;

export function memberResponse(member: TeamMember, viewer: Member): MemberResponse {
  return serializeView(memberSchema, { ...member, self: member.userId === viewer.userId });
}

/** Omits the invitation's link, which is shown only once. */
export function invitationResponse(invitation: OpenInvitation, now: Date): InvitationResponse {
  return serializeView(invitationSchema, { ...invitation, expired: invitation.expiresAt <= now });
}

/** A new invitation. Its link is in plain text, and cannot be read again. */
export const newInvitationSchema = z.strictObject({
  email: z.string(),
  mailed: z.boolean().meta({ description: 'Whether the link is also sent to the address.' }),
  link: z.string(),
  expires_at: moment,
});
export type NewInvitationResponse = ResponseOf<typeof newInvitationSchema>;

const sessionSchema = z.strictObject({
  id: z.string(),
  current: z.boolean(),
  created_at: moment,
  last_seen_at: moment,
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  factor: z
    .enum(AUTH_FACTORS)
    .meta({ description: 'The last factor that was used in this session.' }),
});
export type SessionResponse = ResponseOf<typeof sessionSchema>;

export const sessionsSchema = z.strictObject({ data: z.array(sessionSchema) });
