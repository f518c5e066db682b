import { z } from 'zod';
import type { OpenInvitation } from '@/lib/accounts/list-invitations';
import type { TeamMember } from '@/lib/accounts/list-members';
import type { OwnSession } from '@/lib/accounts/list-sessions';
import type { AuditEntry } from '@/lib/audit/list-audit-entries';
import type { Member } from '@/lib/domain/actor';
import { ROLES } from '@/lib/domain/roles';
import type { Answer, Shown } from './answer';
import { moment, stamp } from './answer-fields';

const memberSchema = z.strictObject({
  user_id: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  joined_at: moment,
  last_seen_at: moment.nullable(),
  self: z.boolean().meta({ description: 'Whether this is the signed-in user.' }),
});
export type MemberAnswer = Answer<typeof memberSchema>;

const invitationSchema = z.strictObject({
  id: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  invited_by: z.string(),
  created_at: moment,
  expires_at: moment,
  expired: z.boolean(),
});
export type InvitationAnswer = Answer<typeof invitationSchema>;

export const teamSchema = z.strictObject({
  members: z.array(memberSchema),
  invitations: z.array(invitationSchema),
  can: z.strictObject({ administer: z.boolean() }),
});
export type TeamAnswer = Answer<typeof teamSchema>;

/** A member of the team as JSON, for the signed-in member. */
export function memberAnswer(
  member: Shown<TeamMember, MemberAnswer>,
  viewer: Member,
): MemberAnswer {
  return {
    user_id: member.userId,
    email: member.email,
    role: member.role,
    joined_at: member.joinedAt.toISOString(),
    last_seen_at: stamp(member.lastSeenAt),
    self: member.userId === viewer.userId,
  };
}

/** An invitation as JSON, without its link, which is shown only once. */
export function invitationAnswer(
  invitation: Shown<OpenInvitation, InvitationAnswer>,
  now: Date,
): InvitationAnswer {
  return {
    id: invitation.id,
    email: invitation.email,
    role: invitation.role,
    invited_by: invitation.invitedBy,
    created_at: invitation.createdAt.toISOString(),
    expires_at: invitation.expiresAt.toISOString(),
    expired: invitation.expiresAt <= now,
  };
}

/** The link is in clear; it is not available again. */
export const invitedSchema = z.strictObject({
  email: z.string(),
  link: z.string(),
  expires_at: moment,
});
export type InvitedAnswer = Answer<typeof invitedSchema>;

const sessionSchema = z.strictObject({
  id: z.string(),
  current: z.boolean(),
  created_at: moment,
  last_seen_at: moment,
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
});
export type SessionAnswer = Answer<typeof sessionSchema>;

export const sessionsSchema = z.strictObject({ data: z.array(sessionSchema) });

/** A sign-in as JSON. */
export function sessionAnswer(session: Shown<OwnSession, SessionAnswer>): SessionAnswer {
  return {
    id: session.id,
    current: session.current,
    created_at: session.createdAt.toISOString(),
    last_seen_at: session.lastSeenAt.toISOString(),
    ip: session.ip,
    user_agent: session.userAgent,
  };
}

const auditEntrySchema = z.strictObject({
  id: z.string(),
  at: moment,
  action: z.string(),
  subject: z.string(),
  data: z.record(z.string(), z.unknown()),
  email: z.string(),
  ip: z.string().nullable(),
  request_id: z.string().nullable(),
});
export type AuditEntryAnswer = Answer<typeof auditEntrySchema>;

export const auditSchema = z.strictObject({
  data: z.array(auditEntrySchema),
  has_more: z.boolean(),
});

/** An audit entry as JSON. */
export function auditEntryAnswer(
  entry: Shown<AuditEntry, AuditEntryAnswer, 'userId'>,
): AuditEntryAnswer {
  return {
    id: entry.id,
    at: entry.at.toISOString(),
    action: entry.action,
    subject: entry.subject,
    data: entry.data,
    email: entry.email,
    ip: entry.ip,
    request_id: entry.requestId,
  };
}
