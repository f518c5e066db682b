import { z } from 'zod';
import type { InvitedAnswer } from '@/app/dashboard/_data/people-answers';
import { inviteMember } from '@/lib/accounts/invite-member';
import { isEmail } from '@/lib/domain/email';
import { publicUrl } from '@/lib/domain/public-url';
import { ROLES } from '@/lib/domain/roles';
import { dashboardChange } from '@/lib/http/adapt-dashboard';

const body = z.strictObject({
  email: z.string().trim().refine(isEmail, { error: 'Must be an e-mail address.' }),
  role: z.enum(ROLES, { error: `Must be one of: ${ROLES.join(', ')}.` }),
});

/** Answers with the link: whoever invites hands it over, since no mail is sent from here. */
export const POST = dashboardChange(body, async ({ api, actor, body: asked, now }) => {
  const { email, token, expiresAt } = await inviteMember(api.db, actor, asked, now);
  return {
    email,
    link: publicUrl(api.env.appUrl, `/invitation/${token}`),
    expires_at: expiresAt.toISOString(),
  } satisfies InvitedAnswer;
});
