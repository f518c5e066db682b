import { z } from 'zod';
import { changePassword } from '@/lib/accounts/change-password';
import { changeRole } from '@/lib/accounts/change-role';
import { inviteMember } from '@/lib/accounts/invite-member';
import { listInvitations } from '@/lib/accounts/list-invitations';
import { listMembers } from '@/lib/accounts/list-members';
import { listSessions } from '@/lib/accounts/list-sessions';
import { removeMember } from '@/lib/accounts/remove-member';
import { renameUser } from '@/lib/accounts/rename-user';
import { revokeInvitation } from '@/lib/accounts/revoke-invitation';
import { revokeOtherSessions, revokeSession } from '@/lib/accounts/revoke-sessions';
import { requiresFactor, setFactorRequired } from '@/lib/accounts/set-factor-required';
import { switchMerchant } from '@/lib/accounts/switch-merchant';
import { isEmail } from '@/lib/domain/email';
import { MAX_USER_NAME_LENGTH } from '@/lib/domain/limits';
import { publicUrl } from '@/lib/domain/public-url';
import { canAdminister, ROLES } from '@/lib/domain/roles';
import { nameSchema } from '../input/fields';
import { route } from '../route';
import { serializeView } from '../serialize-view';
import {
  invitationResponse,
  memberResponse,
  newInvitationSchema,
  sessionsSchema,
  teamSchema,
} from './people-response';

const role = z.enum(ROLES, { error: `Must be one of: ${ROLES.join(', ')}.` });

const teamRoute = route({
  method: 'GET',
  path: '/api/dashboard/team',
  who: 'member',
  answer: teamSchema,
  async handle({ api, actor, now }) {
    const members = await listMembers(api.db, actor);
    const invitations = await listInvitations(api.db, actor);
    return {
      members: members.map((member) => memberResponse(member, actor)),
      invitations: invitations.map((invitation) => invitationResponse(invitation, now)),
      can: { administer: canAdminister(actor.role) },
      requires_factor: await requiresFactor(api.db, actor),
    };
  },
});

const requireFactorRoute = route({
  method: 'PATCH',
  path: '/api/dashboard/team',
  who: 'member',
  body: z.strictObject({ requires_factor: z.boolean() }),
  async handle({ api, actor, body, now }) {
    await setFactorRequired(api.db, actor, body.requires_factor, now);
  },
});

const changeRoleRoute = route({
  method: 'PATCH',
  path: '/api/dashboard/team/members/{id}',
  who: 'member',
  body: z.strictObject({ role }),
  async handle({ api, actor, params, body, now }) {
    await changeRole(api.db, actor, { userId: params.id, role: body.role }, now);
  },
});

const removeMemberRoute = route({
  method: 'DELETE',
  path: '/api/dashboard/team/members/{id}',
  who: 'member',
  async handle({ api, actor, params, now }) {
    await removeMember(api.db, actor, params.id, now);
  },
});

/** The owner passes on the returned link. While mail is on, the server also mails it. */
const inviteRoute = route({
  method: 'POST',
  path: '/api/dashboard/team/invitations',
  who: 'member',
  body: z.strictObject({
    email: z.string().trim().refine(isEmail, { error: 'Must be an e-mail address.' }),
    role,
  }),
  answer: newInvitationSchema,
  async handle({ api, actor, body, now }) {
    const mailBy = api.env.mail && api.vault;
    const { email, token, expiresAt } = await inviteMember(api.db, actor, body, now, mailBy);
    return {
      email,
      mailed: mailBy !== undefined,
      link: publicUrl(api.env.appUrl, `/invitation/${token}`),
      expires_at: expiresAt.toISOString(),
    };
  },
});

const revokeInvitationRoute = route({
  method: 'DELETE',
  path: '/api/dashboard/team/invitations/{id}',
  who: 'member',
  async handle({ api, actor, params, now }) {
    await revokeInvitation(api.db, actor, params.id, now);
  },
});

const passwordRoute = route({
  method: 'POST',
  path: '/api/dashboard/settings/password',
  who: 'member',
  body: z.strictObject({ current: z.string(), password: z.string() }),
  async handle({ api, actor, body, now }) {
    const given = { current: body.current, next: body.password };
    await changePassword({ db: api.db, throttle: api.throttle }, actor, given, now);
  },
});

const userNameRoute = route({
  method: 'PATCH',
  path: '/api/dashboard/settings/name',
  who: 'member',
  body: z.strictObject({
    name: z.literal('').or(nameSchema(MAX_USER_NAME_LENGTH, 'Enter a name.')).meta({
      description: 'Empty to show the e-mail address instead.',
    }),
  }),
  async handle({ api, actor, body, now }) {
    await renameUser(api.db, actor, body.name || null, now);
  },
});

const sessionsRoute = route({
  method: 'GET',
  path: '/api/dashboard/settings/sessions',
  who: 'member',
  answer: sessionsSchema,
  async handle({ api, actor, now }) {
    return serializeView(sessionsSchema, { data: await listSessions(api.db, actor, now) });
  },
});

const endOthersRoute = route({
  method: 'DELETE',
  path: '/api/dashboard/settings/sessions',
  who: 'member',
  answer: z.strictObject({ ended: z.int() }),
  async handle({ api, actor, now }) {
    return { ended: await revokeOtherSessions(api.db, actor, now) };
  },
});

const endSessionRoute = route({
  method: 'DELETE',
  path: '/api/dashboard/settings/sessions/{id}',
  who: 'member',
  async handle({ api, actor, params, now }) {
    await revokeSession(api.db, actor, params.id, now);
  },
});

const signOutRoute = route({
  method: 'DELETE',
  path: '/api/dashboard/session',
  who: 'member',
  async handle({ session }) {
    await session.end();
  },
});

const switchRoute = route({
  method: 'POST',
  path: '/api/dashboard/session/merchant',
  who: 'member',
  body: z.strictObject({ merchant_id: z.string() }),
  async handle({ api, actor, body: { merchant_id } }) {
    await switchMerchant(api.db, actor, merchant_id);
  },
});

export const dashboardPeopleRoutes = [
  teamRoute,
  requireFactorRoute,
  changeRoleRoute,
  removeMemberRoute,
  inviteRoute,
  revokeInvitationRoute,
  passwordRoute,
  userNameRoute,
  sessionsRoute,
  endOthersRoute,
  endSessionRoute,
  signOutRoute,
  switchRoute,
] as const;
