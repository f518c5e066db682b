import { z } from 'zod';
import { ROLES } from '@/lib/domain/roles';

const at = z.iso.datetime();

const memberAnswer = z.object({
  user_id: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  joined_at: at,
  last_seen_at: at.nullable(),
  /** The person who looks. */
  self: z.boolean(),
});
export type MemberAnswer = z.infer<typeof memberAnswer>;

const invitationAnswer = z.object({
  id: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  invited_by: z.string(),
  created_at: at,
  expires_at: at,
  expired: z.boolean(),
});
export type InvitationAnswer = z.infer<typeof invitationAnswer>;

export const teamAnswer = z.object({
  members: z.array(memberAnswer),
  invitations: z.array(invitationAnswer),
  can: z.object({ administer: z.boolean() }),
});
export type TeamAnswer = z.infer<typeof teamAnswer>;

/** The link is in clear here and never again. */
export const invitedAnswer = z.object({ email: z.string(), link: z.string(), expires_at: at });
export type InvitedAnswer = z.infer<typeof invitedAnswer>;

export const doneAnswer = z.object({ done: z.literal(true) });

const sessionAnswer = z.object({
  id: z.string(),
  current: z.boolean(),
  created_at: at,
  last_seen_at: at,
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
});
export type SessionAnswer = z.infer<typeof sessionAnswer>;

export const sessionsAnswer = z.object({ data: z.array(sessionAnswer) });
export const endedSessionsAnswer = z.object({ ended: z.int() });

const auditEntryAnswer = z.object({
  id: z.string(),
  at,
  act: z.string(),
  subject: z.string(),
  data: z.record(z.string(), z.unknown()),
  email: z.string(),
  ip: z.string().nullable(),
  request_id: z.string().nullable(),
});
export type AuditEntryAnswer = z.infer<typeof auditEntryAnswer>;

export const auditAnswer = z.object({
  data: z.array(auditEntryAnswer),
  has_more: z.boolean(),
});
