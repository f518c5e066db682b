import { listSessions } from '@/lib/accounts/list-sessions';
import { revokeOtherSessions } from '@/lib/accounts/revoke-sessions';
import { dashboardChange, dashboardGet } from '@/lib/http/adapt-dashboard';
import { noFields } from '@/lib/http/read-input';

export const GET = dashboardGet(noFields, async ({ api, actor, now }) => ({
  data: (await listSessions(api.db, actor, now)).map((session) => ({
    id: session.id,
    current: session.current,
    created_at: session.createdAt.toISOString(),
    last_seen_at: session.lastSeenAt.toISOString(),
    ip: session.ip,
    user_agent: session.userAgent,
  })),
}));

/** Ends all but the one that asks. */
export const DELETE = dashboardChange(noFields, async ({ api, actor, now }) => ({
  ended: await revokeOtherSessions(api.db, actor, now),
}));
