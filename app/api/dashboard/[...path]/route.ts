import { sessionActor, signOutBrowser } from '@/lib/auth/session';
import { createApiHandlers } from '@/lib/http/adapt';

export const dynamic = 'force-dynamic';

/**
 * Handles all of /api/dashboard. Only the session authenticates a request; the Authorization header
 * is ignored.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = createApiHandlers({
  member: sessionActor,
  end: signOutBrowser,
});
