import { z } from 'zod';
import type { OpenInvitation } from '@/lib/accounts/list-invitations';
import type { TeamMember } from '@/lib/accounts/list-members';
import type { AuditEntry } from '@/lib/audit/list-audit-entries';
import type { Member } from '@/lib/domain/actor';
import { ROLES } from '@/lib/domain/roles';
import type { Answer } from '../answer';
import { moment } from '../answer-fields';
import { wire } from '../wire';

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

export function memberAnswer(member: TeamMember, viewer: Member): MemberAnswer {
  return wire(memberSchema, { ...member, self: member.userId === viewer.userId });
}

/** An invitation as JSON, without its link, which is shown only once. */
export function invitationAnswer(invitation: OpenInvitation, now: Date): InvitationAnswer {
  return wire(invitationSchema, { ...invitation, expired: invitation.expiresAt <= now });
}

/** A new invitation. The link is in plain text, and cannot be read again. */
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

export function auditEntryAnswer(entry: Omit<AuditEntry, 'userId'>): AuditEntryAnswer {
  return wire(auditEntrySchema, entry);
}
