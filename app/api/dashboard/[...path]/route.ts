import { sessionActor, stopSession } from '@/lib/auth/session';
import { adaptAll } from '@/lib/http/adapt';

export const dynamic = 'force-dynamic';

/** Everything under /api/dashboard, by session only: an Authorization header is not looked at. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = adaptAll({
  member: sessionActor,
  end: stopSession,
});
