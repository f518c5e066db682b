import { sessionActor } from '@/lib/auth/session';
import { fromRequest, processApi } from './adapt';
import { type DashboardContext, serveDashboard } from './dashboard';
import type { Fields } from './field-errors';
import { noFields } from './read-input';

type Handler = (
  request: Request,
  context: { params: Promise<Record<string, string> | undefined> },
) => Promise<Response>;

type Answer<Q, B> = (context: DashboardContext<Q, B>) => Promise<unknown>;

/** GET of a dashboard route: reads, never changes. */
export function dashboardGet<Q>(
  query: Fields<Q>,
  answer: Answer<Q, Record<string, never>>,
): Handler {
  return handler({ query, body: noFields, changes: false, answer });
}

/**
 * POST, PATCH or DELETE of a dashboard route: a change, so it must come from a page of ours and
 * carry a JSON object, be it `{}`.
 */
export function dashboardChange<B>(
  body: Fields<B>,
  answer: Answer<Record<string, never>, B>,
): Handler {
  return handler({ query: noFields, body, changes: true, answer });
}

function handler<Q, B>(endpoint: Parameters<typeof serveDashboard<Q, B>>[1]): Handler {
  return async (request, { params }) =>
    serveDashboard(processApi(), endpoint, {
      request: fromRequest(request),
      // A route whose folders name nothing gets none.
      params: (await params) ?? {},
      findActor: sessionActor,
    });
}
