import { sessionActor, stopSession } from '@/lib/auth/session';
import { adapt } from '@/lib/http/adapt';

export const dynamic = 'force-dynamic';

/** All of /api/dashboard, authenticated by session only: an Authorization header is ignored. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = adapt({
  member: sessionActor,
  end: stopSession,
});
