import type { Handler } from '@/inngest/serve';
import { runtime } from '@/lib/runtime';

export const dynamic = 'force-dynamic';

let handler: Promise<Handler> | undefined;

/**
 * Handles the requests with which Inngest starts jobs. Without Inngest, returns 404 and does not
 * load its SDK.
 */
async function answer(request: Request): Promise<Response> {
  const own = runtime();
  if (!own.env.inngest) return notConfigured();
  handler ??= import('@/inngest/serve').then(({ serveInngest }) => serveInngest(own));
  return (await handler)(request);
}

function notConfigured(): Response {
  const error =
    'Inngest is not configured: this server runs its jobs itself. To hand them to Inngest, set the INNGEST_ variables (docs/inngest.md) and restart.';
  return Response.json({ error }, { status: 404, headers: { 'cache-control': 'no-store' } });
}

export { answer as GET, answer as POST, answer as PUT };
